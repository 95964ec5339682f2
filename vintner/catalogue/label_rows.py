"""SQL that reads the label of a variation, as a part of queries that read variations."""

from typing import Final, NamedTuple

from django.db.models import JSONField, QuerySet
from django.db.models.expressions import RawSQL

from vintner.catalogue.models import Variation
from vintner.catalogue.slugs import WINE
from vintner.catalogue.wine_label import SIZES, VINTAGE, Stated, WineLabel, read_label

_SLUGS: Final = ", ".join(f"'{slug}'" for slug in (VINTAGE, *SIZES))


def is_wine_sql(product: str) -> str:
    """Return SQL for whether a product is a wine: it has alcohol, and is in the category of wines or states a grape."""
    return f"""({product}.alcoholic AND (
        EXISTS (SELECT FROM catalogue_product_categories held WHERE held.product_id = {product}.id
            AND held.category_id IN (WITH RECURSIVE wines AS (
                SELECT id FROM catalogue_category WHERE slug = '{WINE}'
                UNION SELECT c.id FROM catalogue_category c JOIN wines ON c.parent_id = wines.id)
                SELECT id FROM wines))
        OR EXISTS (SELECT FROM catalogue_productfact gf JOIN catalogue_attributevalue gv ON gv.id = gf.value_id
            JOIN catalogue_attribute ga ON ga.id = gv.attribute_id
            WHERE gf.product_id = {product}.id AND ga.slug = 'grape')))"""  # noqa: S608 - nothing but constants


def label_sql(variation: str) -> str:
    """Return SQL that gives a `LabelRow` as JSON, of a variation in the table of that name."""
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
            ORDER BY lf.variation_id, lf.position, lf.id))
        FROM catalogue_product lp WHERE lp.id = {variation}.product_id)"""  # noqa: S608 - nothing but constants


class LabelRow(NamedTuple):
    """The columns of `label_sql`. Facts of the variation come before those of its product."""

    name: str
    producer: str
    is_wine: bool
    choices: list[Stated]
    facts: list[Stated]

    @property
    def label(self) -> WineLabel:
        return read_label(
            name=self.name, producer=self.producer, is_wine=self.is_wine, choices=self.choices, facts=self.facts
        )


def labelled(variations: "QuerySet[Variation]") -> "QuerySet[Variation]":
    """Return the same variations with their labels, for `label_of`. No further query."""
    sql = f"to_jsonb({label_sql('catalogue_variation')})"
    return variations.annotate(label_row=RawSQL(sql, (), output_field=JSONField()))  # noqa: S611 - nothing but constants


def label_of(variation: Variation) -> WineLabel:
    """Return the label of a variation that was read by `labelled`."""
    return LabelRow(*vars(variation)["label_row"]).label
