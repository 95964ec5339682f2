"""The pictures of a batch, from files of a folder."""

from collections.abc import Iterable
from functools import cached_property, partial
from pathlib import Path
from typing import Final

from vintner.catalogue import pictures
from vintner.catalogue.importing.new_records import RecordIndex
from vintner.catalogue.importing.tables import RowProblem
from vintner.catalogue.models import Picture
from vintner.refusal import Refusal
from vintner.web.text_input import read_text

_LARGEST_FILE: Final = 30_000_000


class PictureFolder:
    """The files of the folder that an import may read. The folder is listed once for the whole import."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def read(self, name: str) -> bytes:
        """Return the content of a file. Names that lead out of the folder are refused."""
        path = (self._folder / self._odd_names.get(name, name)).resolve()
        if "\\" in name or not path.is_relative_to(self._folder):
            raise RowProblem("Images", f"{name!r} leads out of the folder of pictures")
        try:
            if path.stat().st_size > _LARGEST_FILE:
                raise RowProblem("Images", f"{name} is larger than {_LARGEST_FILE // 1_000_000} MB")
            return path.read_bytes()
        except OSError as error:
            raise RowProblem("Images", f"{name} cannot be read ({error.strerror})") from error

    @cached_property
    def _odd_names(self) -> dict[str, str]:
        """The files whose names are not as the cells of an import are read, such as accents that a Mac writes apart:
        the path as it is read → the path on the disk. Both begin in the folder.
        """
        paths = (path.relative_to(self._folder).as_posix() for path in self._folder.rglob("*"))
        return {read: path for path in paths if (read := read_text(path)) != path}


class RowPictures:
    """Finds the pictures that rows name, by what is in their files; `create` stores the new ones.

    One query finds those that the store has, however many there are. No content stays in memory.
    """

    def __init__(self, folder: PictureFolder | None, names: Iterable[str], *, trial: bool) -> None:
        self._folder = folder
        self._trial = trial
        self._checksums = self._read_checksums(names) if folder else {}
        checksums = set(self._checksums.values())
        stored = Picture.objects.filter(checksum__in=checksums) if checksums else ()
        self._pictures = RecordIndex((each.checksum, each) for each in stored)

    @property
    def are_read(self) -> bool:
        """Whether the import has a folder of pictures."""
        return self._folder is not None

    def picture(self, name: str, alt: str) -> Picture:
        """Return the picture in a file of the folder."""
        checksum = self._checksums.get(name) or pictures.checksum_of(self._read(name))
        return self._pictures.find(checksum, partial(self._prepare, name, alt))

    def keep(self) -> None:
        """Keep what a row added."""
        self._pictures.keep()

    def drop(self) -> None:
        """Forget what a row added."""
        self._pictures.drop()

    def create(self) -> None:
        """Write the new pictures, and let jobs make their sizes."""
        created = Picture.objects.bulk_create(self._pictures.new)
        if created and not self._trial:
            pictures.order_sizes(created)

    def _prepare(self, name: str, alt: str) -> Picture:
        try:
            return pictures.prepare(self._read(name), alt, trial=self._trial)
        except Refusal as refusal:
            raise RowProblem("Images", f"{name}: {refusal.message}") from refusal

    def _read_checksums(self, names: Iterable[str]) -> dict[str, str]:
        """Return name → checksum. A file that cannot be read is refused with its row."""
        found = {}
        for name in names:
            try:
                found[name] = pictures.checksum_of(self._read(name))
            except RowProblem:
                continue
        return found

    def _read(self, name: str) -> bytes:
        if self._folder is None:
            raise RowProblem("Images", "there is no folder of pictures")
        return self._folder.read(name)
