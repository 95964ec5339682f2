"""The front of the shop."""

from datetime import datetime

from django.conf import settings
from django.urls import reverse

from vintner.catalogue.cards import cards
from vintner.catalogue.listing import shelves
from vintner.catalogue.models import Picture, Producer, Product
from vintner.catalogue.pages import HomePage
from vintner.catalogue.pictures import image
from vintner.catalogue.product_page import producer_note
from vintner.catalogue.structured_data import store_ld
from vintner.web.page import Head, Link, Shared

CARDS_SHOWN = 8
PRODUCERS_SHOWN = 3
HERO_SIZES = "(min-width: 56em) 50vw, 100vw"
"""How wide the first picture is drawn; the same text as in the page's component."""
HERO_CAPTION = "hero"
"""The picture with this caption opens the home page."""


def home_page(shared: Shared, now: datetime) -> HomePage:
    """Return the home page: featured wines, the newest ones, a few producers."""
    hero = Picture.objects.filter(caption=HERO_CAPTION).order_by("-pk").first()
    featured = Product.objects.listed().filter(featured=True).order_by("-rating_average", "pk")[:CARDS_SHOWN]
    newest = Product.objects.listed().filter(in_stock=True).order_by("-created_at", "pk")[:CARDS_SHOWN]
    hero_image = image(hero) if hero else None
    return HomePage(
        head=Head(
            title=f"{settings.STORE_NAME} – wine from growers we know",
            description="Wines from small growers around the world, chosen one by one and sent to your door.",
            canonical=f"{settings.STORE_URL}/",
            preload=hero_image,
            preload_sizes=HERO_SIZES,
            json_ld=(store_ld(),),
        ),
        shared=shared,
        hero=hero_image,
        hero_title="Wine from people, not from labels",
        hero_text="Small growers, honest bottles, and a cellar that ships to your door in the US and Canada.",
        featured=cards(featured, now),
        newest=cards(newest, now),
        categories=tuple(Link(label=each.name, url=reverse("category", args=[each.slug])) for each in shelves()),
        producers=tuple(
            producer_note(each, image(each.picture) if each.picture else None)
            for each in Producer.objects.select_related("picture")
            .exclude(picture=None)
            .order_by("pk")[:PRODUCERS_SHOWN]
        ),
    )
