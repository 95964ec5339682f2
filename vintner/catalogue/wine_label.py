"""The label of a bottle, its producer, name, vintage and size, and the SQL that reads it with the rows of variations.

Pages, e-mails and documents all take their text from these properties, so that a line reads the same everywhere.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from django.db.models import JSONField, QuerySet
from django.db.models.expressions import RawSQL

from vintner.catalogue.models import Variation
from vintner.catalogue.slugs import WINE

VINTAGE: Final = "vintage"
SIZES: Final = ("bottle-size", "size")
"""The slugs of the attributes that state a vintage and a size."""
NON_VINTAGE: Final = "NV"
STANDARD_SIZE: Final = "750 ml"
YEAR: Final = re.compile(r"(?<!\w)(?:19|20)[0-9]{2}(?!\w)")
"""A vintage as names have it."""
_SLUGS: Final = ", ".join(f"'{slug}'" for slug in (VINTAGE, *SIZES))

Stated = tuple[str, str, str]
"""A value of an attribute: slug, name of the attribute, value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WineLabel:
    """The identity of a bottle. Unknown values are empty.

    `options` are the other options of the variation, 'Age: 20 years', or the bottles of a gift set:
    '2 × Rosé des Pins 2025'.
    """

    producer: str
    name: str
    vintage: str
    size: str
    options: str = ""

    @property
    def maker(self) -> str:
        """The producer, empty if the name contains it."""
        return self._unless_named(self.producer)

    @property
    def title(self) -> str:
        """The name with the vintage: 'Les Hauts de Roques 2020'."""
        return " ".join(filter(None, (self.name, self._unless_named(self.vintage))))

    @property
    def details(self) -> str:
        """The line below the name: '2020 · 750 ml'. Values that the name contains are not repeated."""
        parts = (self._unless_named(self.vintage), self._unless_named(self.size), self.options)
        return " · ".join(filter(None, parts))

    @property
    def about(self) -> str:
        """The producer and the details: 'Château Malvezin-Roques · 2020 · 750 ml'."""
        return " · ".join(filter(None, (self.maker, self.details)))

    @property
    def text(self) -> str:
        """All of it in one line, for plain text."""
        return f"{self.name} ({self.about})" if self.about else self.name

    def _unless_named(self, value: str) -> str:
        return "" if is_named(self.name, value) else value


def is_named(name: str, value: str) -> bool:
    """Return whether a name contains a value as whole words."""
    return bool(value) and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", name, re.IGNORECASE) is not None


def unstated_vintage(name: str) -> str:
    """Return the vintage of a wine that states none: the year in its name, NV without one.

    Nothing where the name has several years: none of them need be the vintage.
    """
    years = [] if is_named(name, NON_VINTAGE) else list(dict.fromkeys(YEAR.findall(name)))
    return "" if len(years) > 1 else next(iter(years), NON_VINTAGE)


def read_label(
    *, name: str, producer: str, is_wine: bool, choices: Iterable[Stated], facts: Iterable[Stated]
) -> WineLabel:
    """Return the label of a bottle. Options take precedence over facts, and earlier facts over later ones.

    A wine without a vintage, and without a year in its name, is non-vintage. Other things have no vintage at all.
    """
    chosen = list(choices)
    values: dict[str, str] = {}
    for slug, _, value in (*chosen, *facts):
        values.setdefault(slug, value)
    size = next((slug for slug in SIZES if slug in values), "")
    return WineLabel(
        producer=producer,
        name=name,
        vintage=values.get(VINTAGE) or (unstated_vintage(name) if is_wine else ""),
        size=values.get(size, ""),
        options=", ".join(f"{known}: {value}" for slug, known, value in chosen if slug not in (VINTAGE, size)),
    )


def common_label(labels: Iterable[WineLabel]) -> WineLabel | None:
    """Return what several bottles of one product have in common, None of none."""
    found = list(labels)
    if not found:
        return None
    first = found[0]
    return WineLabel(
        producer=first.producer,
        name=first.name,
        vintage=first.vintage if all(each.vintage == first.vintage for each in found) else "",
        size=first.size if all(each.size == first.size for each in found) else "",
        options=first.options if all(each.options == first.options for each in found) else "",
    )


def is_wine_sql(product: str) -> str:
    """Return SQL for whether a product is a wine: it has alcohol, and is in the category of wines or states a grape.

    A box that is sold by subscription is none, it holds other wines each time; nor is a gift set.
    """
    return f"""({product}.alcoholic AND {product}.plan_id IS NULL AND {product}.set_bottles = 0 AND (
        EXISTS (SELECT FROM catalogue_product_categories held WHERE held.product_id = {product}.id
            AND held.category_id IN (WITH RECURSIVE wines AS (
                SELECT id FROM catalogue_category WHERE slug = '{WINE}'
                UNION SELECT c.id FROM catalogue_category c JOIN wines ON c.parent_id = wines.id)
                SELECT id FROM wines))
        OR EXISTS (SELECT FROM catalogue_productfact gf JOIN catalogue_attributevalue gv ON gv.id = gf.value_id
            JOIN catalogue_attribute ga ON ga.id = gv.attribute_id
            WHERE gf.product_id = {product}.id AND ga.slug = 'grape')))"""  # noqa: S608 - nothing but constants


def label_sql(variation: str) -> str:
    """Return SQL that gives a `LabelRow` as JSON, of a variation in the table of that name. A set tells its bottles."""
    return _label_sql(
        variation,
        f""", CASE WHEN lp.set_bottles > 0 THEN ARRAY(SELECT json_build_array(si.quantity, {bottle_label_sql("sv")})
            FROM catalogue_setitem si JOIN catalogue_variation sv ON sv.id = si.variation_id
            WHERE si.product_id = lp.id ORDER BY si.position, si.id) END""",  # noqa: S608 - nothing but constants
    )


def bottle_label_sql(variation: str) -> str:
    """Return the same without what is in a set, for where that is not told."""
    return _label_sql(variation, "")


def _label_sql(variation: str, more: str) -> str:
    return f"""(SELECT json_build_array(lp.name,
        (SELECT coalesce(min(lm.name), '') FROM catalogue_producer lm WHERE lm.id = lp.producer_id),
        {is_wine_sql("lp")},
        ARRAY(SELECT json_build_array(la.slug, la.name, lo.name)
            FROM catalogue_variation_options lvo JOIN catalogue_attributevalue lo ON lo.id = lvo.attributevalue_id
            JOIN catalogue_attribute la ON la.id = lo.attribute_id
            WHERE lvo.variation_id = {variation}.id AND lp.kind = 'variable' ORDER BY la.position, la.name),
        ARRAY(SELECT json_build_array(la.slug, la.name, lo.name)
            FROM catalogue_productfact lf JOIN catalogue_attributevalue lo ON lo.id = lf.value_id
            JOIN catalogue_attribute la ON la.id = lo.attribute_id
            WHERE lf.product_id = lp.id AND la.slug IN ({_SLUGS})
                AND (lf.variation_id = {variation}.id OR lf.variation_id IS NULL)
            ORDER BY lf.variation_id, lf.position, lf.id){more})
        FROM catalogue_product lp WHERE lp.id = {variation}.product_id)"""  # noqa: S608 - nothing but constants


class LabelRow(NamedTuple):
    """The columns of `label_sql`. Facts of the variation come before those of its product."""

    name: str
    producer: str
    is_wine: bool
    choices: list[Stated]
    facts: list[Stated]
    inside: "list[tuple[int, list[Any]]] | None" = None
    """The bottles of a gift set: how many, and their own rows. None for all else."""

    @property
    def label(self) -> WineLabel:
        label = read_label(
            name=self.name, producer=self.producer, is_wine=self.is_wine, choices=self.choices, facts=self.facts
        )
        return replace(label, options=self._contents) if self.inside else label

    @property
    def bottle_words(self) -> str:
        """What it is: 'Basalt & Fern Estate Pinot Noir 2022, 750 ml', 'Tawny Port NV 20 years'."""
        label = self.label
        chosen = (value for slug, _, value in self.choices if slug not in (VINTAGE, *SIZES))
        size = "" if is_named(label.name, label.size) else label.size
        return ", ".join(filter(None, (" ".join(filter(None, (label.maker, label.title, *chosen))), size)))

    @property
    def _contents(self) -> str:
        return "; ".join(f"{number} × {LabelRow(*row).bottle_words}" for number, row in self.inside or ())


def labelled(variations: "QuerySet[Variation]") -> "QuerySet[Variation]":
    """Return the same variations with their labels, for `label_of`. No further query."""
    sql = f"to_jsonb({label_sql('catalogue_variation')})"
    return variations.annotate(label_row=RawSQL(sql, (), output_field=JSONField()))  # noqa: S611 - nothing but constants


def label_of(variation: Variation) -> WineLabel:
    """Return the label of a variation that was read by `labelled`."""
    return LabelRow(*vars(variation)["label_row"]).label
