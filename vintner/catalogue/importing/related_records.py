"""Categories, tags, producers, attribute values and classes by name. Missing ones are created, except for tax
classes.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from itertools import groupby
from typing import TypeVar

from django.db.models import Q
from django.db.models.functions import Lower

from vintner.catalogue.classes import ShippingClass, TaxClass
from vintner.catalogue.importing.new_records import RecordIndex
from vintner.catalogue.importing.rows import AttributeCells, ProductRow
from vintner.catalogue.importing.tables import RowProblem
from vintner.catalogue.models import Attribute, AttributeValue, Category, Producer, Tag
from vintner.catalogue.slugs import FreeSlugs, slug_of

Path = tuple[str, ...]


class RelatedRecords:
    """What the rows of a batch name, read with one query for each table. `create` writes what the store lacked."""

    def __init__(self, rows: Sequence[ProductRow]) -> None:
        self._steps = {step for row in rows for path in row.categories or () for step in path}
        self._tag_names = {name for row in rows for name in row.tags or ()}
        self._brands = {row.brand for row in rows if row.brand}
        attributes = [each for row in rows for each in row.attributes or ()]
        shipping = {str(each.value) for row in rows for each in row.product if each.field == "shipping_class"}
        self._in_tree = _categories(self._steps)
        self._paths = RecordIndex[Path, Category](())
        self._tags = RecordIndex((each.name, each) for each in _named(Tag, self._tag_names))
        self._producers = RecordIndex((each.name, each) for each in _named(Producer, self._brands))
        stored = list(_attributes(attributes))
        by_name = ((slug_of(each.name), each) for each in stored)
        self._attributes = RecordIndex((*((each.slug, each) for each in stored), *by_name))
        self._values = RecordIndex(((each.attribute.slug, each.slug), each) for each in _values(attributes))
        self._shipping = RecordIndex((each.slug, each) for each in ShippingClass.objects.filter(pk__in=shipping - {""}))

    @cached_property
    def _tax_classes(self) -> frozenset[str]:
        return frozenset(TaxClass.objects.values_list("slug", flat=True))

    @cached_property
    def _category_slugs(self) -> FreeSlugs:
        return FreeSlugs(Category, self._steps)

    @cached_property
    def _tag_slugs(self) -> FreeSlugs:
        return FreeSlugs(Tag, self._tag_names)

    @cached_property
    def _producer_slugs(self) -> FreeSlugs:
        return FreeSlugs(Producer, self._brands)

    def check_classes(self, row: ProductRow) -> None:
        """Refuse an unknown tax class: no rate of tax would be for it. A shipping class is created."""
        for change in row.product:
            slug = str(change.value)
            if change.field == "tax_class" and slug not in self._tax_classes:
                raise RowProblem("Tax class", f"there is no tax class {slug!r}: add it in the admin first")
            if change.field == "shipping_class" and slug:
                self._shipping.find(slug, partial(ShippingClass, slug=slug, name=slug.replace("-", " ").capitalize()))

    def category(self, path: Path) -> Category:
        """Return the category at the end of a way through the tree."""
        parent = self.category(path[:-1]) if path[1:] else None
        name = path[-1]
        if len(name) > 120:
            raise RowProblem("Categories", f"{name[:30]!r}… is longer than 120 characters")
        stored = self._in_tree.get((name, parent.pk if parent else None)) if parent is None or parent.pk else None
        return stored or self._paths.find(path, partial(Category, name=name, parent=parent))

    def tag(self, name: str) -> Tag:
        """Return a tag."""
        return self._tags.find(name, partial(Tag, name=name))

    def producer(self, name: str) -> Producer:
        """Return a producer."""
        return self._producers.find(name, partial(Producer, name=name))

    def values(self, cells: AttributeCells) -> list[AttributeValue]:
        """Return the values of an attribute, each once. Names that differ in case or accents alone are one value."""
        key = slug_of(cells.name)
        kind = self._attributes.find(key, partial(Attribute, slug=key, name=cells.name))
        found = {}
        for name in cells.values:
            slug = slug_of(name)
            make = partial(AttributeValue, attribute=kind, slug=slug, name=name)
            found[slug] = self._values.find((kind.slug, slug), make)
        return list(found.values())

    def keep(self) -> None:
        """Keep what a row added, with the next free slugs of the names."""
        for category in self._paths.keep():
            category.slug = self._category_slugs.take(category.name)
        for tag in self._tags.keep():
            tag.slug = self._tag_slugs.take(tag.name)
        for producer in self._producers.keep():
            producer.slug = self._producer_slugs.take(producer.name)
        for index in (self._attributes, self._values, self._shipping):
            index.keep()

    def drop(self) -> None:
        """Forget what a row added."""
        for index in (self._paths, self._tags, self._producers, self._attributes, self._values, self._shipping):
            index.drop()

    def create(self) -> None:
        """Write what was kept, a statement for each table, and one for each level of the tree."""
        ShippingClass.objects.bulk_create(self._shipping.new)
        Tag.objects.bulk_create(self._tags.new)
        Producer.objects.bulk_create(self._producers.new)
        Attribute.objects.bulk_create(self._attributes.new)
        AttributeValue.objects.bulk_create(self._values.new)
        for _, level in groupby(sorted(self._paths.new, key=_level), key=_level):
            Category.objects.bulk_create(list(level))


def _level(category: Category) -> int:
    return 1 + _level(category.parent) if category.parent else 0


def _categories(names: set[str]) -> dict[tuple[str, int | None], Category]:
    found = Category.objects.filter(name__in=names) if names else ()
    return {(each.name, each.parent_id): each for each in found}


_Named = TypeVar("_Named", Tag, Producer)


def _named(model: type[_Named], names: set[str]) -> Iterable[_Named]:
    return model._default_manager.filter(name__in=names) if names else ()


def _attributes(cells: list[AttributeCells]) -> Iterable[Attribute]:
    """Return those of these slugs or names: "Color" may have the slug colour."""
    names = {each.name for each in cells}
    if not names:
        return ()
    lowered = Attribute.objects.annotate(lowered=Lower("name"))
    return lowered.filter(Q(slug__in=set(map(slug_of, names))) | Q(lowered__in=[name.lower() for name in names]))


def _values(cells: list[AttributeCells]) -> Iterable[AttributeValue]:
    slugs = {slug_of(name) for each in cells for name in each.values}
    if not slugs:
        return ()
    return AttributeValue.objects.filter(attribute__in=_attributes(cells), slug__in=slugs).select_related("attribute")
