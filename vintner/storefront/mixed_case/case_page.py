"""Builds the page of a mixed case."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import chain
from types import MappingProxyType

from django.conf import settings
from django.urls import reverse

from vintner.cart.prices.quoted_cart import QuotedCart
from vintner.cart.rows import picture_key
from vintner.cart.rules import line_problem
from vintner.catalogue.models import AttributeValue
from vintner.catalogue.pictures import images
from vintner.catalogue.wine_label import label_of
from vintner.money import ZERO, Money, round_cents
from vintner.pricing.badges import mix_label
from vintner.pricing.cases import gift_words
from vintner.storefront.mixed_case.add_case import GONE, missing_words
from vintner.storefront.mixed_case.queries import CaseQuery
from vintner.storefront.mixed_case.rules import SIZES, MixedCase, read_case
from vintner.storefront.mixed_case.wines import CaseWine, CaseWines
from vintner.storefront.pages import CaseBottle, CaseParameter, CaseSize, CaseSlot, MixedCasePage
from vintner.web.form_props import SelectOption
from vintner.web.page import Head, Image, Shared

NO_PROBLEMS: Mapping[int, str] = MappingProxyType({})


def mixed_case_page(
    query: CaseQuery,
    found: CaseWines,
    shared: Shared,
    *,
    problems: Mapping[int, str] = NO_PROBLEMS,
    problem: str = "",
) -> MixedCasePage:
    """Return the page. `problems` and `problem` say why the case was not added just now."""
    case = found.case
    query = replace(query, case=case)
    keys = [key for each in chain(found.chosen, found.offered) if (key := picture_key(each.variation))]
    pictures = images(keys)
    costs = _costs(found.quoted)
    chosen = tuple(_bottle(each, case, pictures, costs, problems) for each in found.chosen)
    messages = tuple(dict.fromkeys(filter(None, (GONE if found.is_short else "", problem))))
    total = found.quoted.quote.subtotal - found.quoted.quote.discount
    before = sum((each.price.current * case.quantity(each.variation.pk) for each in found.chosen), ZERO)
    return MixedCasePage(
        head=Head(title=f"Mix your own case – {settings.STORE_NAME}", description=DESCRIPTION, robots=_robots(query)),
        shared=shared,
        action=reverse("mixed_case"),
        size=case.size,
        count=case.count,
        sizes=tuple(_size(query, size) for size in SIZES),
        slots=tuple(_slot(each) for each in chosen for _ in range(each.quantity)),
        chosen=chosen,
        wines=tuple(_bottle(each, case, pictures, costs) for each in found.offered),
        total=total.text if case.count else "",
        before=before.text if before > total else "",
        gifts=_gifts(found.quoted),
        saved=f"You save {before - total}." if before > total else "",
        hint=_hint(found),
        problems=messages,
        can_add=case.missing == 0 and not any(each.problem for each in chosen),
        undo_url=_undo_url(query),
        parameters=tuple(CaseParameter(name=name, value=value) for name, value in query.parameters().items()),
        search=query.search,
        colour=query.colour,
        colours=_colours(),
        offer=query.offer and bool(found.mixes),
        offer_label=_offer_label(found),
        clear_url=replace(query, search="", colour="", offer=False, page=1, was=None).url(),
        previous_url=replace(query, page=query.page - 1, was=None).url() if query.page > 1 else "",
        next_url=replace(query, page=query.page + 1, was=None).url() if query.page < found.pages else "",
    )


DESCRIPTION = "Fill a case of six or twelve with wines of your choice, and see what they cost together."


def _robots(query: CaseQuery) -> str:
    """Only the empty case is a page for search engines: there are as many others as there are cases."""
    return "noindex" if query != CaseQuery() else ""


def _costs(quoted: QuotedCart) -> dict[int, Money]:
    """Return what a bottle of each wine in the case costs there, by variation."""
    own = ((each.variation.pk, each.priced) for each in quoted.lines if each.gift is None)
    return {
        variation_id: round_cents(Decimal((line.subtotal - line.discount).minor) / line.quantity)
        for variation_id, line in own
        if line is not None
    }


def _bottle(
    wine: CaseWine,
    case: MixedCase,
    pictures: Mapping[int, Image],
    costs: Mapping[int, Money],
    problems: Mapping[int, str] = NO_PROBLEMS,
) -> CaseBottle:
    price = costs.get(wine.variation.pk, wine.price.current)
    variation, label, key = wine.variation, label_of(wine.variation), picture_key(wine.variation)
    quantity = case.quantity(variation.pk)
    refusal = line_problem(wine.goods, quantity) if quantity else None
    more = line_problem(wine.goods, quantity + 1)
    return CaseBottle(
        variation_id=variation.pk,
        producer=label.maker,
        name=label.name,
        details=label.details,
        url=variation.product.get_absolute_url(),
        image=pictures.get(key.id) if key else None,
        price=price.text,
        before=wine.price.regular.text if wine.price.regular > price else "",
        offer=wine.badge,
        quantity=quantity,
        can_add=case.missing > 0 and more is None,
        problem=refusal.message if refusal else problems.get(variation.pk, ""),
    )


def _gifts(quoted: QuotedCart) -> tuple[str, ...]:
    """Return what promotions put beside the case, as far as there is stock: 'Plus a free bottle of Perdekop Syrah.'"""
    lines = ((each, each.priced) for each in quoted.lines if each.gift is not None)
    words = (gift_words(line.line.quantity, line.label.text, priced.subtotal) for line, priced in lines if priced)
    return tuple(f"P{each.removeprefix('p')}." for each in words)


def _slot(bottle: CaseBottle) -> CaseSlot:
    return CaseSlot(variation_id=bottle.variation_id, name=bottle.name, image=bottle.image)


def _size(query: CaseQuery, size: int) -> CaseSize:
    case = query.case
    may_be = size != case.size and case.count <= size
    return CaseSize(size=size, url=query.with_case(replace(case, size=size)).url() if may_be else "")


def _hint(found: CaseWines) -> str:
    """Return that the case is full, what the next tier takes off, or what is missing. A tier that this case has no room
    for waits until the case is full: not all of its wines may count.
    """
    row, missing = found.next_row, found.case.missing
    if not missing:
        return f"Your case is full. {row.text}" if row else "Your case is full."
    return row.text if row is not None and row.missing <= missing else missing_words(found.case)


def _undo_url(query: CaseQuery) -> str:
    """Return the address of the case before the last press. Undoing is a press, too."""
    if query.was is None:
        return ""
    case = read_case(str(query.case.size), query.was)
    return query.with_case(case).url() if case.bottles != query.case.bottles else ""


def _offer_label(found: CaseWines) -> str:
    labels = tuple(dict.fromkeys(mix_label(each) for each in found.mixes))
    return f"Only wines with “{labels[0]}”" if len(labels) == 1 else "Only wines with an offer" if labels else ""


def _colours() -> tuple[SelectOption, ...]:
    values = AttributeValue.objects.filter(attribute__slug="colour").order_by("name").values_list("slug", "name")
    return tuple(SelectOption(value=slug, label=name) for slug, name in values)
