"""The page of one wine."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.timezone import localtime

from vintner.catalogue.cards import rating
from vintner.catalogue.models import category_address
from vintner.catalogue.offers import COMING_SOON, Offer, price_note, price_words, prices_of, stock_words
from vintner.catalogue.pages import NextRow, ProductPage, Tier
from vintner.catalogue.plans.words import terms_sentences
from vintner.catalogue.product.product_rows import ProductCategory, ProductRows
from vintner.catalogue.product.structured_data import breadcrumb_ld, product_ld
from vintner.catalogue.product.variation_choices import (
    combinations,
    embedded_variations,
    joined_facts,
    largest_quantity,
    product_options,
    unit_text,
)
from vintner.catalogue.reviews.props import ProductReviews
from vintner.catalogue.rules import Availability
from vintner.web.dates import day_in_words, moment_in_words
from vintner.web.express_buttons import ExpressButtons
from vintner.web.page import Head, Link, Shared

MAIN_IMAGE_SIZES = "(min-width: 80em) 31rem, (min-width: 64em) 38vw, (min-width: 48em) 45vw, 92vw"
"""The `sizes` of the main picture; the same text as in the gallery's component."""


AlertConsents = Mapping[str, str]
"""The words beside the form for an e-mail, by the kind of stock on whose page it stands."""


def product_page(
    rows: ProductRows,
    shared: Shared,
    now: datetime,
    *,
    reviews: ProductReviews,
    tiers: tuple[Tier, ...],
    next_row: NextRow | None,
    dynamic_pricing: bool,
    destination_note: str,
    alert_consents: AlertConsents,
    express: ExpressButtons | None = None,
) -> ProductPage:
    """Return the page of a product.

    Bulk tiers, the note on delivery, the words beside the form of alerts and the express buttons come from the caller,
    who may import their packages.
    """
    offers = [each.offer for each in rows.bottles]
    closed = rows.plan is not None and not rows.plan.on_sale
    kind, stock = stock_words(offers, coming_soon=rows.coming_soon(now), closed=closed)
    images = rows.pictures
    can_buy = kind not in (Availability.OUT_OF_STOCK, COMING_SOON) and bool(offers)
    largest = max((largest_quantity(rows, each) for each in rows.bottles), default=0)
    trail = _breadcrumbs(rows, rows.shelf)
    return ProductPage(
        head=_head(rows, trail, now),
        shared=shared,
        product_id=rows.id,
        kind=rows.kind,
        name=rows.name,
        title=rows.label.title,
        sku=rows.sku,
        url=rows.address,
        breadcrumbs=trail,
        images=images,
        short_description=rows.short_description,
        description=tuple(part.strip() for part in rows.description.split("\n\n") if part.strip()),
        price=price_words(offers),
        price_note=price_note(offers),
        plan_terms=_plan_terms(rows, offers),
        button="Subscribe" if rows.plan else "Add to cart",
        unit=unit_text(rows, rows.label),
        stock=stock,
        stock_kind=kind,
        can_buy=can_buy,
        most=largest,
        sold_individually=rows.sold_individually,
        coming_soon=_release(rows, now),
        release=_release_moment(rows, now),
        alerts=can_buy and rows.plan is None,
        alert_consent="" if closed else alert_consents.get(kind, ""),
        options=product_options(rows),
        variations=embedded_variations(rows),
        combinations=combinations(rows),
        facts=joined_facts(rows.facts),
        categories=tuple(Link(label=each.name, url=category_address(each.slug)) for each in rows.shelves),
        tags=rows.tags,
        tiers=tiers if rows.plan is None else (),
        next_row=next_row if rows.plan is None and next_row and next_row.missing < largest else None,
        dynamic_pricing=dynamic_pricing and rows.plan is None,  # promotions lower the first box, if any
        destination_note=destination_note,
        rating=rating(rows.rating_average, rows.rating_count),
        reviews=reviews,
        producer=rows.maker,
        producer_wines=rows.made,
        related=rows.related,
        express=express,
    )


def _plan_terms(rows: ProductRows, offers: Sequence[Offer]) -> tuple[str, ...]:
    """Return the terms of a product's plan, with the sum of a commitment where all its bottles cost the same."""
    if rows.plan is None:
        return ()
    price = price_words(offers)
    known = price is not None and not price.from_lowest and not price_note(offers)
    return terms_sentences(rows.plan, price=prices_of(offers)[0].current if known else None)


def _head(rows: ProductRows, trail: tuple[Link, ...], now: datetime) -> Head:
    main = rows.pictures[0] if rows.pictures else None
    picture = settings.STORE_URL + main.src if main else ""
    return Head(
        title=f"{rows.label.title}{f' by {rows.maker.name}' if rows.maker else ''} – {settings.STORE_NAME}",
        description=rows.short_description[:300],
        canonical=settings.STORE_URL + rows.address,
        image=picture,
        kind="product",
        preload=main,
        preload_sizes=MAIN_IMAGE_SIZES,
        json_ld=(product_ld(rows, picture, now), breadcrumb_ld(trail)),
    )


def _breadcrumbs(rows: ProductRows, shelf: ProductCategory | None) -> tuple[Link, ...]:
    trail = [Link(label="Home", url="/"), Link(label="All wines", url=reverse("shop"))]
    if shelf is not None:
        trail.append(Link(label=shelf.name, url=category_address(shelf.slug)))
    return (*trail, Link(label=rows.name, url=rows.address))


def _release(rows: ProductRows, now: datetime) -> str:
    if rows.available_from is None or not rows.coming_soon(now):
        return ""
    return rows.launch_text or f"Released on {day_in_words(localtime(rows.available_from).date())}"


def _release_moment(rows: ProductRows, now: datetime) -> str:
    """Return the moment beside the merchant's line, which may name none."""
    if rows.available_from is None or not rows.launch_text or not rows.coming_soon(now):
        return ""
    return moment_in_words(rows.available_from)
