"""Categories, tags, producers, attribute values and pictures by name. Missing ones are created."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from vintner.catalogue import pictures
from vintner.catalogue.importing.tables import RowProblem
from vintner.catalogue.models import Attribute, AttributeValue, Category, Picture, Producer, Tag
from vintner.catalogue.slugs import free_slug, slug_of
from vintner.refusal import Refusal

_MOST_CACHED: Final = 2_000
_LARGEST_FILE: Final = 30_000_000


class RelatedRecords:
    """Finds or creates records by name, and caches their ids: a thousand rows do not need a thousand queries."""

    def __init__(self, images: Path | None, *, trial: bool) -> None:
        self._images = images.resolve() if images else None
        self._trial = trial
        self._ids: dict[tuple[object, ...], int] = {}

    @property
    def has_images(self) -> bool:
        """Whether the import has a folder of pictures."""
        return self._images is not None

    def forget(self) -> None:
        """Clear the cache: a row was rolled back, perhaps with records that it had created."""
        self._ids.clear()

    def category(self, path: tuple[str, ...]) -> int:
        """Return the id of the category at the end of a way through the tree."""
        parent: int | None = None
        for name in path:
            parent = self._category(name, parent)
        if parent is None:
            raise RowProblem("Categories", "an empty category")
        return parent

    def _category(self, name: str, parent: int | None) -> int:
        if len(name) > 120:
            raise RowProblem("Categories", f"{name[:30]!r}… is longer than 120 characters")
        key = ("category", name, parent)
        if key not in self._ids:
            found = Category.objects.filter(name=name, parent=parent).first()
            if found is None:
                slug = free_slug(name, Category.objects.all())
                found = Category.objects.create(name=name, parent_id=parent, slug=slug)
            self._cache(key, found.pk)
        return self._ids[key]

    def tag(self, name: str) -> int:
        """Return the id of a tag."""
        key = ("tag", name)
        if key not in self._ids:
            found = Tag.objects.filter(name=name).first()
            found = found or Tag.objects.create(name=name, slug=free_slug(name, Tag.objects.all()))
            self._cache(key, found.pk)
        return self._ids[key]

    def producer(self, name: str) -> int:
        """Return the id of a producer."""
        key = ("producer", name)
        if key not in self._ids:
            found = Producer.objects.filter(name=name).first()
            found = found or Producer.objects.create(name=name, slug=free_slug(name, Producer.objects.all()))
            self._cache(key, found.pk)
        return self._ids[key]

    def value(self, attribute: str, name: str) -> int:
        """Return the id of a value of an attribute. Names that differ in case or accents alone are one value."""
        key = ("value", attribute, name)
        if key not in self._ids:
            kind, _ = Attribute.objects.get_or_create(slug=slug_of(attribute), defaults={"name": attribute})
            value, _ = AttributeValue.objects.get_or_create(attribute=kind, slug=slug_of(name), defaults={"name": name})
            self._cache(key, value.pk)
        return self._ids[key]

    def values(self, attribute: str, names: Iterable[str]) -> list[int]:
        """Return the ids of several values, each once."""
        return list(dict.fromkeys(self.value(attribute, name) for name in names))

    def picture(self, name: str, alt: str) -> Picture:
        """Return the picture in a file of the folder. Names that lead out of the folder are refused."""
        content = self._read_file(name)
        try:
            return pictures.check(content, alt) if self._trial else pictures.store(content, alt)
        except Refusal as refusal:
            raise RowProblem("Images", f"{name}: {refusal.message}") from refusal

    def _read_file(self, name: str) -> bytes:
        if self._images is None:
            raise RowProblem("Images", "there is no folder of pictures")
        path = (self._images / name).resolve()
        if "\\" in name or not path.is_relative_to(self._images):
            raise RowProblem("Images", f"{name!r} leads out of the folder of pictures")
        try:
            if path.stat().st_size > _LARGEST_FILE:
                raise RowProblem("Images", f"{name} is larger than {_LARGEST_FILE // 1_000_000} MB")
            return path.read_bytes()
        except OSError as error:
            raise RowProblem("Images", f"{name} cannot be read ({error.strerror})") from error

    def _cache(self, key: tuple[object, ...], found: int) -> None:
        if len(self._ids) >= _MOST_CACHED:
            self._ids.clear()
        self._ids[key] = found
