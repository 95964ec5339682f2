"""The wines beside another on its page, as a part of the page's query: those like it, and others of its producer."""

from typing import Final

from vintner.catalogue.cards import CARD, CARD_TABLES

MOST_RELATED: Final = 4
MOST_COMPARED: Final = 40

THIS: Final = "SELECT p.id, p.producer_id, p.body, p.acidity, p.sweetness, p.tannin, p.lowest_price, p.set_bottles"
"""What is compared, of the product p of the page. The query calls it `this`."""
_SAME_FACTS: Final = """coalesce((SELECT sum(same.points) FROM (
            SELECT DISTINCT a.slug, CASE WHEN a.slug IN ('grape', 'colour') THEN 3 ELSE 2 END AS points
            FROM catalogue_productfact theirs JOIN catalogue_productfact mine ON mine.value_id = theirs.value_id
                AND mine.product_id = this.id
            JOIN catalogue_attributevalue o ON o.id = mine.value_id
            JOIN catalogue_attribute a ON a.id = o.attribute_id
                AND a.slug IN ('grape', 'colour', 'region', 'appellation')
            WHERE theirs.product_id = p.id) same), 0)"""
"""Points for what two wines have in common: 3 each for grape and color, 2 each for region and appellation."""
_SAME_STYLE: Final = """coalesce((SELECT greatest(0, 2 - avg(abs(level.mine - level.theirs))) FROM (VALUES
            (this.body, p.body), (this.acidity, p.acidity), (this.sweetness, p.sweetness), (this.tannin, p.tannin))
            level (mine, theirs)), 0)"""
"""Up to 2 points for the same levels of style, none from two levels apart on. What is not known does not count."""
_SAME_PRICE: Final = """CASE WHEN this.lowest_price > 0 AND p.lowest_price > 0
            THEN greatest(0, 2 - 2 * abs(log(2, p.lowest_price::numeric / this.lowest_price))) ELSE 0 END"""
"""Up to 2 points for the same price, none from twice or half of it on."""
_ON_SHELF: Final = """p.published AND p.visibility IN ('visible', 'catalog') AND p.in_stock AND p.id <> this.id
            AND (p.set_bottles > 0) = (this.set_bottles > 0)
            AND (this.producer_id IS NULL OR p.producer_id IS DISTINCT FROM this.producer_id)
            AND EXISTS (SELECT FROM catalogue_product_categories mine
                JOIN catalogue_category c ON c.id = mine.category_id
                JOIN catalogue_product_categories theirs ON theirs.category_id = c.id
                WHERE mine.product_id = this.id AND theirs.product_id = p.id AND NOT c.children_in_menu)"""
_COMPARED: Final = f"""SELECT * FROM (SELECT p.id FROM catalogue_product p WHERE {_ON_SHELF}
            ORDER BY p.rating_average DESC, p.id LIMIT {MOST_COMPARED}) rated
        UNION SELECT * FROM (SELECT p.id FROM catalogue_product p WHERE {_ON_SHELF} AND CASE WHEN p.id IN (
            SELECT theirs.product_id FROM catalogue_productfact mine
            JOIN catalogue_attributevalue o ON o.id = mine.value_id
            JOIN catalogue_attribute a ON a.id = o.attribute_id AND a.slug IN ('grape', 'appellation')
            JOIN catalogue_productfact theirs ON theirs.value_id = mine.value_id
            WHERE mine.product_id = this.id)
            THEN true END ORDER BY p.rating_average DESC, p.id LIMIT {MOST_COMPARED}) alike"""  # noqa: S608 - nothing but constants
"""The wines that are compared: the best rated of its categories, and of those with a grape or an appellation of it.

Comparing all of twenty thousand wines took forty times as long as the rest of the page's query. CASE lets PostgreSQL
stop at the best rated ones: as a condition it joined and sorted all of them.
"""
NEAR: Final = f"""to_json(ARRAY(SELECT json_build_array(near.made, {CARD}) FROM (
        (SELECT p.id, false AS made, row_number() OVER (
            ORDER BY {_SAME_FACTS} + {_SAME_STYLE} + {_SAME_PRICE} DESC, p.rating_average DESC, p.id) AS place
        FROM catalogue_product p WHERE p.id IN ({_COMPARED}) ORDER BY place LIMIT {MOST_RELATED})
        UNION ALL (SELECT p.id, true, row_number() OVER (ORDER BY p.in_stock DESC, p.rating_average DESC, p.id) AS place
        FROM catalogue_product p
        WHERE p.published AND p.visibility IN ('visible', 'catalog') AND p.producer_id = this.producer_id
        AND p.id <> this.id ORDER BY place LIMIT {MOST_RELATED})) near
        JOIN ({CARD_TABLES}) ON p.id = near.id ORDER BY near.made, near.place))"""  # noqa: S608 - nothing but constants
"""Cards as one array, each marked whether it is of the same producer; the nearest first.

All come in one array: planning takes longer the more parts a query has, and the SQL of a card is most of it. Wines like
this one are in stock, in one of its categories and by other producers; beside a gift set stand other sets.
"""
