"""The page of one wine."""

from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone, localtime

from vintner.catalogue.cards import rating
from vintner.catalogue.models import Producer, Product
from vintner.catalogue.offers import COMING_SOON, price_text, price_words, stock_text, stock_words
from vintner.catalogue.pages import Fact, Option, ProducerNote, ProductPage, ReviewNote, Tier, VariationChoice
from vintner.catalogue.product_rows import Bottle, KnownFact, Maker, ProductRows, ReviewRow, Shelf
from vintner.catalogue.rules import Availability
from vintner.catalogue.structured_data import breadcrumb_ld, product_ld
from vintner.web.page import Head, Image, Link, Shared

MAIN_IMAGE_SIZES = "(min-width: 64em) 40vw, 90vw"
"""How wide the main picture is drawn; the same text as in the gallery's component."""


def product_page(
    rows: ProductRows, shared: Shared, now: datetime, *, tiers: tuple[Tier, ...], destination_note: str
) -> ProductPage:
    """Return the page of a product. Bulk tiers and the words on delivery come from the caller, who may ask pricing."""
    offers = [each.offer for each in rows.bottles]
    kind, stock = stock_words(offers, coming_soon=rows.coming_soon(now))
    images = rows.pictures
    trail = _breadcrumbs(rows, rows.shelf)
    picture = settings.STORE_URL + images[0].src if images else ""
    return ProductPage(
        head=Head(
            title=f"{rows.name}{f' by {rows.maker.name}' if rows.maker else ''} – {settings.STORE_NAME}",
            description=rows.short_description[:300],
            canonical=settings.STORE_URL + rows.address,
            image=picture,
            kind="product",
            preload=images[0] if images else None,
            preload_sizes=MAIN_IMAGE_SIZES,
            json_ld=(product_ld(rows, picture, now), breadcrumb_ld(trail)),
        ),
        shared=shared,
        product_id=rows.id,
        kind=rows.kind,
        name=rows.name,
        sku=rows.sku,
        url=rows.address,
        breadcrumbs=trail,
        images=images,
        short_description=rows.short_description,
        description=tuple(part.strip() for part in rows.description.split("\n\n") if part.strip()),
        price=price_words(offers),
        stock=stock,
        stock_kind=kind,
        can_buy=kind not in (Availability.OUT_OF_STOCK, COMING_SOON) and bool(offers),
        most=max((_most(rows, each) for each in rows.bottles), default=0),
        sold_individually=rows.sold_individually,
        coming_soon=_release(rows, now),
        options=_options(rows),
        variations=tuple(_choice(rows, each) for each in rows.bottles) if rows.kind == Product.Kind.VARIABLE else (),
        facts=_facts(rows.facts),
        categories=tuple(Link(label=each.name, url=reverse("category", args=[each.slug])) for each in rows.shelves),
        tags=rows.tags,
        tiers=tiers,
        destination_note=destination_note,
        rating=rating(rows.rating_average, rows.rating_count),
        distribution=tuple(rows.stars.get(stars, 0) for stars in (5, 4, 3, 2, 1)),
        reviews=tuple(_review(each) for each in rows.reviews),
        producer=producer_note(rows.maker, rows.maker.picture) if rows.maker else None,
        related=rows.related,
    )


def _breadcrumbs(rows: ProductRows, shelf: Shelf | None) -> tuple[Link, ...]:
    trail = [Link(label="Home", url="/"), Link(label="All wines", url=reverse("shop"))]
    if shelf is not None:
        trail.append(Link(label=shelf.name, url=reverse("category", args=[shelf.slug])))
    return (*trail, Link(label=rows.name, url=rows.address))


def _release(rows: ProductRows, now: datetime) -> str:
    if rows.available_from is None or not rows.coming_soon(now):
        return ""
    return f"Released on {date_format(localtime(rows.available_from), 'F j, Y')}"


def _most(rows: ProductRows, bottle: Bottle) -> int:
    return bottle.offer.stock.most(sold_individually=rows.sold_individually)


def _options(rows: ProductRows) -> tuple[Option, ...]:
    """Return the choices of a variable product, values in the order in which its variations name them."""
    if rows.kind == Product.Kind.SIMPLE:
        return ()
    values: dict[tuple[str, str], dict[str, None]] = {}
    for bottle in rows.bottles:
        for chosen in bottle.choices:
            values.setdefault((chosen.name, chosen.slug), {})[chosen.value] = None
    return tuple(
        Option(name=name, field=f"attribute_{slug}", values=tuple(names)) for (name, slug), names in values.items()
    )


def _choice(rows: ProductRows, bottle: Bottle) -> VariationChoice:
    stock = bottle.offer.stock
    return VariationChoice(
        variation_id=bottle.id,
        choices={f"attribute_{chosen.slug}": chosen.value for chosen in bottle.choices},
        sku=bottle.sku or rows.sku,
        price=price_text(bottle.offer.price),
        stock=stock_text(stock),
        stock_kind=stock.availability,
        most=_most(rows, bottle),
        image=bottle.picture,
    )


def _facts(known: tuple[KnownFact, ...]) -> tuple[Fact, ...]:
    """Return the facts, values of one attribute joined; what is not known is absent."""
    joined: dict[tuple[str, str], list[str]] = {}
    for fact in known:
        joined.setdefault((fact.slug, fact.name), []).append(fact.value)
    return tuple(Fact(slug=slug, name=name, value=", ".join(values)) for (slug, name), values in joined.items())


def _review(review: ReviewRow) -> ReviewNote:
    created = datetime.fromtimestamp(review.created, get_current_timezone())
    return ReviewNote(
        review_id=review.id,
        author=review.author,
        rating=review.rating,
        date=date_format(created, "F j, Y"),
        iso_date=created.date().isoformat(),
        text=review.text,
        verified=review.verified,
    )


def producer_note(producer: Producer | Maker, picture: Image | None) -> ProducerNote:
    """Return what a page tells of a producer."""
    return ProducerNote(
        name=producer.name,
        region=", ".join(part for part in (producer.region, producer.country) if part),
        founded=producer.founded,
        summary=producer.summary,
        story=producer.story,
        image=picture,
    )
