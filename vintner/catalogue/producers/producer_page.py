"""The page of a producer, and the page of all of them."""

from collections import defaultdict
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from vintner.catalogue.cards import cards
from vintner.catalogue.models import Product
from vintner.catalogue.pages import Country, ProducerNote, ProducerPage, ProducerProfile, ProducersPage
from vintner.catalogue.pictures import images
from vintner.catalogue.producers import producers
from vintner.catalogue.product.structured_data import breadcrumb_ld, winery_ld
from vintner.web.page import Head, Link, Shared

MOST_WINES = 24
SLIDE_SIZES = "(min-width: 78rem) 78rem, 100vw"
"""The `sizes` of the first picture; the same text as in the page's component."""


def producer_page(row: producers.ProfileRow, shared: Shared, now: datetime) -> ProducerPage:
    """Return the page of a producer. Two queries for its wines, one for pictures that are not cached."""
    profile = producers.profile(row)
    wines = Product.objects.listed().filter(producer__slug=row.note.slug)
    trail = (*_trail(), Link(label=profile.name, url=profile.url))
    return ProducerPage(
        head=_head(profile, trail),
        shared=shared,
        breadcrumbs=trail,
        producer=profile,
        wines=cards(wines.order_by("-featured", "name", "pk")[:MOST_WINES], now),
        wines_url=wines_url(row.note.slug) if profile.wines > MOST_WINES else "",
    )


def wines_url(slug: str) -> str:
    """Return the address of the listing of a producer's wines (docs/behaviour/catalogue.md#producers)."""
    return f"{reverse('shop')}?producer={slug}"


def producers_page(shared: Shared) -> ProducersPage:
    """Return the page of all producers that have wines, by country; countries with most of them first."""
    rows = producers.with_wines()
    pictures = images(producers.picture_keys(rows))
    by_country: dict[str, list[ProducerNote]] = defaultdict(list)
    for row in rows:
        by_country[row.country].append(producers.note(row, pictures))
    countries = sorted(by_country, key=lambda name: (-len(by_country[name]), name))
    first = by_country[countries[0]][0].image if countries else None
    return ProducersPage(
        head=Head(
            title=f"Our growers – {settings.STORE_NAME}",
            description="The people behind the bottles: small estates from the Mosel to Mendoza, and what they make.",
            canonical=settings.STORE_URL + reverse("producers"),
            image=settings.STORE_URL + first.src if first else "",
            json_ld=(breadcrumb_ld(_trail()),),
        ),
        shared=shared,
        breadcrumbs=_trail(),
        countries=tuple(
            Country(
                name=name or "Elsewhere",
                producers=tuple(by_country[name]),
                wines=sum(each.wines for each in by_country[name]),
            )
            for name in countries
        ),
    )


def _trail() -> tuple[Link, ...]:
    return (Link(label="Home", url="/"), Link(label="Producers", url=reverse("producers")))


def _head(profile: ProducerProfile, trail: tuple[Link, ...]) -> Head:
    first = profile.slides[0].image if profile.slides else profile.image
    place = ", ".join(part for part in (profile.region, profile.country) if part)
    return Head(
        title=f"{profile.name}{f', {place}' if place else ''} – {settings.STORE_NAME}",
        description=profile.summary or f"The wines of {profile.name}.",
        canonical=settings.STORE_URL + profile.url,
        image=settings.STORE_URL + first.src if first else "",
        preload=first,
        preload_sizes=SLIDE_SIZES,
        json_ld=(winery_ld(profile), breadcrumb_ld(trail)),
    )
