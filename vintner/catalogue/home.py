"""The front of the shop."""

from datetime import datetime

from django.conf import settings
from django.db import connection
from django.urls import reverse

from vintner.catalogue import producers
from vintner.catalogue.cards import cards_of
from vintner.catalogue.models import Picture, Product
from vintner.catalogue.pages import HomePage, ShelfTile
from vintner.catalogue.pictures import PictureKey, image, images
from vintner.catalogue.slugs import WINE
from vintner.catalogue.structured_data import store_ld
from vintner.web.page import Head, Shared

CARDS_SHOWN = 8
PRODUCERS_SHOWN = 6
HERO_SIZES = "100vw"
"""How wide the first picture is drawn; the same text as in the page's component."""
HERO_CAPTION = "hero"
"""The picture with this caption opens the home page."""

_SHELVES = """SELECT c.name, c.slug, (
        SELECT json_build_array(i.id, i.checksum, i.alt, i.caption, jsonb_array_length(i.sizes))
        FROM catalogue_product_categories pc JOIN catalogue_product p ON p.id = pc.product_id
        JOIN catalogue_picture i ON i.id = p.picture_id
        WHERE pc.category_id = c.id AND p.published AND p.visibility IN ('visible', 'catalog')
        ORDER BY p.sales_count DESC, p.id LIMIT 1)
    FROM catalogue_category c JOIN catalogue_category root ON root.id = c.parent_id
    WHERE root.slug = %s ORDER BY c.position, c.name"""


def home_page(shared: Shared, now: datetime) -> HomePage:
    """Return the home page. Six queries, two more for pictures not seen before."""
    hero = Picture.objects.filter(caption=HERO_CAPTION).order_by("-pk").first()
    hero_image = image(hero) if hero else None
    growers = producers.introduced(PRODUCERS_SHOWN)
    shelves = _shelves()
    shown = images([*producers.picture_keys(growers), *(key for _, _, key in shelves if key)])
    featured, newest = _chosen()
    found = {card.product_id: card for card in cards_of([*featured, *newest], now)}
    return HomePage(
        head=Head(
            title=f"{settings.STORE_NAME} – wine from growers we know",
            description="Wines from small growers around the world, chosen one by one and sent to your door.",
            canonical=f"{settings.STORE_URL}/",
            image=settings.STORE_URL + hero_image.src if hero_image else "",
            preload=hero_image,
            preload_sizes=HERO_SIZES,
            json_ld=(store_ld(),),
        ),
        shared=shared,
        hero=hero_image,
        hero_title="Wine from people, not from labels",
        hero_text="Small growers, honest bottles, and a cellar that ships to your door in the US and Canada.",
        shelves=tuple(
            ShelfTile(label=name, url=reverse("category", args=[slug]), image=shown.get(key.id) if key else None)
            for name, slug, key in shelves
        ),
        featured=tuple(found[each] for each in featured),
        newest=tuple(found[each] for each in newest),
        producers=tuple(producers.note(each, shown) for each in growers),
    )


def _chosen() -> tuple[list[int], list[int]]:
    """Return the wines we recommend, and the newest of the others."""
    listed = Product.objects.listed().filter(in_stock=True)
    featured = list(
        listed.filter(featured=True).order_by("-rating_average", "pk").values_list("pk", flat=True)[:CARDS_SHOWN]
    )
    newest = listed.exclude(pk__in=featured).order_by("-created_at", "pk").values_list("pk", flat=True)
    return featured, list(newest[:CARDS_SHOWN])


def _shelves() -> list[tuple[str, str, PictureKey | None]]:
    """Return name, slug and picture of each shelf: that of the wine most bought from it."""
    with connection.cursor() as cursor:
        cursor.execute(_SHELVES, [WINE])
        return [(name, slug, PictureKey(*key) if key else None) for name, slug, key in cursor.fetchall()]
