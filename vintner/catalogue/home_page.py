"""The home page."""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import connection

from vintner.catalogue.cards import cards_of
from vintner.catalogue.category_tree import CategoryNode, CategoryTree
from vintner.catalogue.models import Picture, Product
from vintner.catalogue.pages import HomePage, ShelfTile
from vintner.catalogue.pictures import PictureKey, image, images
from vintner.catalogue.producers import producers
from vintner.catalogue.product.structured_data import store_ld
from vintner.web.page import Head, Link, PromiseText, Shared

MOST_CARDS = 8
MOST_PRODUCERS = 6
HERO_SIZES = "100vw"
"""The `sizes` of the first picture; the same text as in the page's component."""

_SHELVES = """WITH RECURSIVE top AS (
        SELECT c.* FROM catalogue_category c LEFT JOIN catalogue_category above ON above.id = c.parent_id
        WHERE c.parent_id IS NULL OR (above.parent_id IS NULL AND above.children_in_menu)),
    within (shelf, id) AS (
        SELECT id, id FROM top
        UNION ALL SELECT within.shelf, c.id FROM within JOIN catalogue_category c ON c.parent_id = within.id)
    SELECT top.id, top.parent_id, top.name, top.slug, top.children_in_menu, (
        SELECT json_build_array(i.id, i.checksum, i.alt, i.caption, jsonb_array_length(i.sizes))
        FROM within JOIN catalogue_product_categories pc ON pc.category_id = within.id
        JOIN catalogue_product p ON p.id = pc.product_id JOIN catalogue_picture i ON i.id = p.picture_id
        WHERE within.shelf = top.id AND p.published AND p.visibility IN ('visible', 'catalog')
        ORDER BY p.sales_count DESC, p.id LIMIT 1)
    FROM top ORDER BY top.position, top.name"""
"""The categories on the home page, each with the picture of its best-selling wine."""


class HomeWords(NamedTuple):
    """What the merchant says there; '' and nothing while there are no such words."""

    tag: str
    description: str
    title: str
    text: str
    promises: tuple[PromiseText, ...]


def home_page(shared: Shared, now: datetime, words: HomeWords) -> HomePage:
    """Return the home page. Six queries, two more for pictures that are not cached."""
    hero = Picture.objects.filter(opens_home=True).order_by("-pk").first()
    hero_image = image(hero) if hero else None
    growers = producers.for_home_page(MOST_PRODUCERS)
    shelves = _shelves()
    pictures = images([*producers.picture_keys(growers), *(key for _, key in shelves if key)])
    featured, newest = _wine_ids()
    cards = {card.product_id: card for card in cards_of([*featured, *newest], now)}
    return HomePage(
        head=Head(
            title=f"{settings.STORE_NAME} – {words.tag}" if words.tag else settings.STORE_NAME,
            description=words.description,
            canonical=f"{settings.STORE_URL}/",
            image=settings.STORE_URL + hero_image.src if hero_image else "",
            preload=hero_image,
            preload_sizes=HERO_SIZES,
            json_ld=(store_ld(),),
        ),
        shared=shared,
        hero=hero_image,
        hero_title=words.title or settings.STORE_NAME,
        hero_text=words.text,
        promises=words.promises,
        shelves=tuple(
            ShelfTile(label=link.label, url=link.url, image=pictures.get(key.id) if key else None)
            for link, key in shelves
        ),
        featured=tuple(cards[each] for each in featured),
        newest=tuple(cards[each] for each in newest),
        producers=tuple(producers.note(each, pictures) for each in growers),
    )


def _wine_ids() -> tuple[list[int], list[int]]:
    """Return the ids of featured wines, and of the newest others."""
    listed = Product.objects.listed().filter(in_stock=True)
    featured = list(
        listed.filter(featured=True).order_by("-rating_average", "pk").values_list("pk", flat=True)[:MOST_CARDS]
    )
    newest = listed.exclude(pk__in=featured).order_by("-created_at", "pk").values_list("pk", flat=True)
    return featured, list(newest[:MOST_CARDS])


def _shelves() -> list[tuple[Link, PictureKey | None]]:
    """Return the link and picture of each shelf."""
    with connection.cursor() as cursor:
        cursor.execute(_SHELVES)
        rows = cursor.fetchall()
    keys = {row[0]: row[-1] for row in rows}
    shelves = CategoryTree(CategoryNode(*row[:-1]) for row in rows).shelves
    return [(each.link, PictureKey(*keys[each.id]) if keys[each.id] else None) for each in shelves]
