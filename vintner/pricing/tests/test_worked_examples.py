"""The tables of docs/pricing.md are what `quote` makes."""

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from django.conf import settings

from vintner.pricing.quote import Quote
from vintner.pricing.rules.benefits import Measure, OnceOff, Reduction, SetOf, SetSize
from vintner.pricing.rules.promotions import PromotionTerms
from vintner.pricing.tests import making
from vintner.pricing.tests.golden import CALIFORNIA, COUPONS, NEW_YORK, ONTARIO, PICKUP, TEXAS
from vintner.pricing.tests.making import HALF_DOZEN, item, promotion, with_promotions
from vintner.shipping.rules import Place

PAGE = settings.BASE_DIR / "docs" / "pricing.md"


TWENTY = Reduction(measure=Measure.SET_PRICE, value=Decimal(2000))
THREE_FOR_TWENTY = replace(promotion(2, SetOf(sizes=(SetSize(size=3, reduction=TWENTY),))), title="Three for twenty")
WELCOME = replace(promotion(3, OnceOff(amount=500)), title="Welcome")


def cost(
    place: Place,
    *lines: tuple[int, int],
    rate_id: str = "",
    promotions: tuple[PromotionTerms, ...] = (),
    coupons: tuple[str, ...] = (),
) -> Quote:
    """Price (cents, quantity) lines, each of a product of its own."""
    items = [item(price, quantity, product=number) for number, (price, quantity) in enumerate(lines, 1)]
    used = [COUPONS[code] for code in coupons]
    return making.cost(*items, place=place, rate_id=rate_id, book=with_promotions(*promotions), coupons=used)


BOTH = ("SAVE10", "FIVER")
EXAMPLES = {
    "One bottle to California": cost(CALIFORNIA, (1699, 1)),
    "Six bottles at 20 % less, to Texas": cost(TEXAS, (1699, 6), promotions=(HALF_DOZEN,)),
    "A set of three for twenty dollars, to Texas": cost(
        TEXAS, (900, 1), (900, 1), (900, 1), promotions=(THREE_FOR_TWENTY,)
    ),
    "A promotion and two coupons, to California": cost(CALIFORNIA, (1699, 6), promotions=(HALF_DOZEN,), coupons=BOTH),
    "Five dollars off the cart, to New York": cost(NEW_YORK, (1000, 1), (1000, 1), (1000, 1), promotions=(WELCOME,)),
    "Picked up from New York": cost(NEW_YORK, (13598, 1), rate_id=PICKUP),
    "Three lines to Ontario": cost(ONTARIO, (2100, 1), (4399, 5), (2200, 2)),
}


def rows_of(made: Quote) -> list[tuple[str, str]]:
    rows = [("Unit price shown", made.lines[0].unit_price.text)] if made.adjustments else []
    rows += [(each.label, each.amount.text) for each in made.adjustments]
    rows.append(("Subtotal", made.subtotal.text))
    rows += [(each.label, each.amount.text) for each in made.discounts]
    rows += [(use.code, use.amount.text) for use in made.coupons]
    rows += [(made.shipping.title, made.shipping.cost.text)] if made.shipping else []
    rows += [(tax.name, tax.amount.text) for tax in made.taxes]
    return [*rows, ("Total", made.total.text)]


def tables() -> dict[str, list[tuple[str, str]]]:
    """Return heading → rows of every worked example of the page."""
    parts = re.split(r"^### (.+)$", PAGE.read_text().split("## The price book")[0], flags=re.MULTILINE)[1:]
    return {
        heading: re.findall(r"^\| ([^|]+?) \| (\$[\d,.]+) \|$", text, flags=re.MULTILINE)
        for heading, text in zip(parts[::2], parts[1::2], strict=True)
    }


def test_every_example_of_the_page_is_tested() -> None:
    assert set(tables()) == set(EXAMPLES)


@pytest.mark.parametrize("heading", EXAMPLES)
def test_the_page_tells_what_quote_makes(heading: str) -> None:
    assert tables()[heading] == rows_of(EXAMPLES[heading])
