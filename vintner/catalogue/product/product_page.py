"""The page of one wine."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain

from django.conf import settings
from django.urls import reverse
from django.utils.timezone import localtime

from vintner.catalogue.cards import rating
from vintner.catalogue.models import Product, category_address
from vintner.catalogue.offers import COMING_SOON, Offer, price_note, price_words, prices_of, sale_end, stock_words
from vintner.catalogue.pages import CaseOffer, NextRow, ProductPage, Tier
from vintner.catalogue.plans.words import terms_sentences
from vintner.catalogue.product.product_rows import ProductCategory, ProductRows, VariationOnSale
from vintner.catalogue.product.structured_data import breadcrumb_ld, product_ld
from vintner.catalogue.product.variation_choices import (
    NO_CHOICES,
    choices_of,
    combinations,
    embedded_variations,
    joined_facts,
    largest_quantity,
    preselected_variation,
    product_options,
    unit_text,
)
from vintner.catalogue.reviews.props import ProductReviews
from vintner.catalogue.rules import Availability
from vintner.catalogue.sets.contents import set_contents
from vintner.catalogue.tasting.props import Score
from vintner.catalogue.tasting.words import Style, omit_facts, scales, style_facts
from vintner.web.dates import day_in_words, moment_in_words
from vintner.web.express_buttons import ExpressButtons
from vintner.web.page import Head, Image, Link, Shared

MAIN_IMAGE_SIZES = "(min-width: 80em) 31rem, (min-width: 64em) 38vw, (min-width: 48em) 45vw, 92vw"
"""The `sizes` of the main picture; the same text as in frontend/lib/mainPicture.ts."""

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
    cases: Mapping[int, tuple[CaseOffer, ...]],
    dynamic_pricing: bool,
    destination_note: str,
    alert_consents: AlertConsents,
    express: ExpressButtons | None = None,
    choices: Mapping[str, str] = NO_CHOICES,
    quantity: int = 1,
) -> ProductPage:
    """Return the page of a product. `choices` and `quantity` are what its address chooses.

    Bulk tiers, cases, the note on delivery, the words beside the form of alerts and the express buttons come from the
    caller, who may import their packages.
    """
    offers = [each.offer for each in rows.bottles]
    closed = rows.plan is not None and not rows.plan.on_sale
    kind, stock = stock_words(offers, coming_soon=rows.coming_soon(now), closed=closed)
    images, chosen = rows.pictures, preselected_variation(rows, choices)
    can_buy = kind not in (Availability.OUT_OF_STOCK, COMING_SOON) and bool(offers)
    largest = max((largest_quantity(rows, each) for each in rows.bottles), default=0)
    trail = _breadcrumbs(rows, rows.shelf)
    counts_bottles = rows.plan is None and not rows.is_set  # neither boxes nor sets make a case
    offered = cases if counts_bottles and rows.alcoholic else {}
    stated, levels = style_facts(style_of(rows)), scales(rows.style)
    return ProductPage(
        head=_head(rows, trail, now, shown_first=chosen.picture if chosen else None),
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
        sale_ends=sale_end(offers),
        plan_terms=_plan_terms(rows, offers),
        contents=set_contents(rows.inside, next((price.current for price in prices_of(offers)), None)),
        button="Subscribe" if rows.plan else "Add to cart",
        ships_wine=rows.alcoholic and not rows.virtual,
        unit=unit_text(rows, rows.label),
        stock=stock,
        stock_kind=kind,
        can_buy=can_buy,
        most=largest,
        sold_individually=rows.sold_individually,
        coming_soon=release_text(rows, now),
        release=_release_moment(rows, now),
        alerts=can_buy and rows.plan is None,
        alert_consent="" if closed else alert_consents.get(kind, ""),
        options=product_options(rows),
        preselected=dict(choices) or (choices_of(chosen) if chosen else {}),
        variations=embedded_variations(rows),
        combinations=combinations(rows),
        facts=(*omit_facts(joined_facts(rows.facts), *stated, *levels), *stated),
        scales=levels,
        scores=scores_of(rows),
        tasting_sheet=reverse("tasting_sheet", args=[rows.slug]) if has_tasting_sheet(rows) else "",
        categories=tuple(
            Link(label=each.name, url=category_address(each.slug)) for each in rows.shelves if not each.stands_aside
        ),
        tags=rows.tags,
        tiers=tiers if counts_bottles else (),
        cases=_cases(rows, offered),
        quantity=_quantity(rows, offered, chosen, quantity),
        next_row=next_row if counts_bottles and next_row and next_row.missing < largest else None,
        dynamic_pricing=dynamic_pricing and rows.plan is None,  # promotions lower the first box, if any
        destination_note=destination_note,
        rating=rating(rows.rating_average, rows.rating_count),
        reviews=reviews,
        producer=rows.maker,
        producer_wines=rows.made,
        related=rows.related,
        express=express,
    )


def _cases(rows: ProductRows, cases: Mapping[int, tuple[CaseOffer, ...]]) -> dict[int, tuple[CaseOffer, ...]]:
    """Return the quick choices, by the id that the form names."""
    is_simple = rows.kind == Product.Kind.SIMPLE
    return {rows.id if is_simple else each.id: cases[each.id] for each in rows.bottles if each.id in cases}


def _quantity(
    rows: ProductRows, cases: Mapping[int, tuple[CaseOffer, ...]], chosen: VariationOnSale | None, wanted: int
) -> int:
    """Return the quantity with which the page begins: what the address chooses, where it is one of the choices."""
    bottle = chosen or (rows.bottles[0] if rows.kind == Product.Kind.SIMPLE and rows.bottles else None)
    offered = cases.get(bottle.id, ()) if bottle and rows.plan is None else ()
    return wanted if any(each.quantity == wanted for each in offered) else 1


def style_of(rows: ProductRows) -> Style:
    """Return the style of a wine. The years of the only bottle of a simple one replace the wine's."""
    if rows.kind == Product.Kind.SIMPLE:
        for bottle in rows.bottles:
            if any(bottle.drink_years):
                first, last = bottle.drink_years
                return rows.style._replace(drink_from=first, drink_until=last)
    return rows.style


def scores_of(rows: ProductRows) -> tuple[Score, ...]:
    """Return the scores that hold whatever is chosen: those of the only bottle, too."""
    own = chain.from_iterable(each.scores for each in rows.bottles) if rows.kind == Product.Kind.SIMPLE else ()
    return (*own, *rows.scores)


def has_tasting_sheet(rows: ProductRows) -> bool:
    """Return whether a product has a sheet: a box holds other wines each time, a set several, and a corkscrew tastes
    of nothing.
    """
    return rows.alcoholic and rows.plan is None and not rows.is_set


def _plan_terms(rows: ProductRows, offers: Sequence[Offer]) -> tuple[str, ...]:
    """Return the terms of a product's plan, with the sum of a commitment where all its bottles cost the same."""
    if rows.plan is None:
        return ()
    price = price_words(offers)
    known = price is not None and not price.from_lowest and not price_note(offers)
    return terms_sentences(rows.plan, price=prices_of(offers)[0].current if known else None)


def _head(rows: ProductRows, trail: tuple[Link, ...], now: datetime, shown_first: Image | None) -> Head:
    main = rows.pictures[0] if rows.pictures else None
    picture = settings.STORE_URL + main.src if main else ""
    return Head(
        title=f"{rows.label.title}{f' by {rows.maker.name}' if rows.maker else ''} – {settings.STORE_NAME}",
        description=rows.summary[:300],
        canonical=settings.STORE_URL + rows.address,
        image=picture,
        kind="product",
        preload=shown_first or main,
        preload_sizes=MAIN_IMAGE_SIZES,
        json_ld=(product_ld(rows, picture, now), breadcrumb_ld(trail)),
    )


def _breadcrumbs(rows: ProductRows, shelf: ProductCategory | None) -> tuple[Link, ...]:
    trail = [Link(label="Home", url="/"), Link(label="All wines", url=reverse("shop"))]
    if shelf is not None:
        trail.append(Link(label=shelf.name, url=category_address(shelf.slug)))
    return (*trail, Link(label=rows.name, url=rows.address))


def release_text(rows: ProductRows, now: datetime) -> str:
    """Return when a coming wine is released, in the merchant's words if there are any; '' for wine on sale."""
    if rows.available_from is None or not rows.coming_soon(now):
        return ""
    return rows.launch_text or f"Released on {day_in_words(localtime(rows.available_from).date())}"


def _release_moment(rows: ProductRows, now: datetime) -> str:
    """Return the moment beside the merchant's line, which may name none."""
    if rows.available_from is None or not rows.launch_text or not rows.coming_soon(now):
        return ""
    return moment_in_words(rows.available_from)
