"""Each offer of the demo store does what its wines' pages say, and the coupons are as outside tests want them."""

from typing import NamedTuple

import pytest

from vintner.cart import carts, coupons
from vintner.catalogue.models import Product, Variation
from vintner.demo.promotions import OFFERS
from vintner.demo.tests.moment import NOW
from vintner.money import Money
from vintner.pricing.choices import PromotionKind
from vintner.pricing.models import Promotion
from vintner.pricing.quote import Quote
from vintner.refusal import Refusal
from vintner.testing.builders import make_cart

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world"), pytest.mark.sweep]
Lines = dict[str, int]


def quoted(lines: Lines, *codes: str, email: str = "") -> Quote:
    """Return what so many bottles by SKU cost in Texas, which has no tax."""
    cart = make_cart(
        *((Variation.objects.filter(product__sku=sku)[0], units) for sku, units in lines.items()),
        country="US",
        state="TX",
    )
    for code in codes:
        coupons.add(cart, code, now=NOW, email=email)
    cart.refresh_from_db()
    return carts.quote_cart(cart, now=NOW).quote


def test_there_is_a_live_promotion_of_each_kind() -> None:
    assert set(Promotion.objects.filter(enabled=True).values_list("kind", flat=True)) == set(PromotionKind.values)


def test_the_wines_tell_of_their_offers() -> None:
    for offer in OFFERS:
        for wine in Product.objects.filter(sku__in=offer.skus):
            assert wine.short_description.endswith(offer.words), wine
        assert Product.objects.filter(sku__in=offer.skus, in_stock=True).count() == len(offer.skus), offer.title


class Example(NamedTuple):
    """Bottles by SKU, what they cost together, and how many come free. From $100 on, delivery is free."""

    lines: Lines
    subtotal: int
    free: int = 0
    discount: int = 0
    delivery: int = 1000


EXAMPLES = (
    Example({"COP-ZIN": 1}, 3060),
    Example({"HOL-KABI": 2, "TUS-RIESLING": 1}, 6000),
    Example({"COL-CHIANTI": 5}, 5 * 2600, free=1, delivery=0),
    Example({"PLO-CHENIN": 6}, 6 * 2100, free=1, delivery=0),
    Example({"ARR-JOVEN": 1, "ARR-CRIANZA": 1, "ARR-VERDEJO": 1}, 1650 + 2380 + 750),
    Example({"TUF-SAUMUR": 2, "TUF-CHINON": 2}, 2 * 2900 + 2 * 2250, discount=1000),
    Example({"TUF-SAUMUR": 3}, 3 * 2900),
    Example({"BRU-LANGHE": 3}, 3 * 2900, delivery=0),
    Example({"BRU-LANGHE": 2}, 2 * 2900),
    Example({"V-SIMPLE": 6}, 6 * 2400, delivery=0),
)


def test_an_offer_does_what_it_says() -> None:
    for example in EXAMPLES:
        made = quoted(example.lines)
        assert (made.subtotal, made.discount) == (Money(example.subtotal), Money(example.discount)), example
        assert sum(line.quantity for line in made.lines if line.free) == example.free, example
        assert made.shipping_total == Money(example.delivery), example


TAKEN = (
    ("SAVE10", 1, 240), ("FIVER", 1, 500), ("TWOEACH", 2, 400), ("MIN50", 3, 1080), ("MAX100", 4, 960),
    ("REDONLY", 1, 240), ("SOLO20", 1, 480), ("FREESHIP", 1, 0), ("NOSALE", 1, 240), ("vip", 1, 240),
)  # fmt: skip


def test_a_coupon_takes_off_what_it_says() -> None:
    for code, bottles, discount in TAKEN:
        made = quoted({"V-SIMPLE": bottles}, code, email="VIP@example.com" if code == "vip" else "")
        assert (made.discount, made.refused) == (Money(discount), ()), code
        assert made.shipping_total == (Money(0) if code == "FREESHIP" else Money(1000)), code


REFUSED: tuple[tuple[str, Lines], ...] = (
    ("EXPIRED10", {"V-SIMPLE": 1}), ("USEDUP", {"V-SIMPLE": 1}), ("MIN50", {"V-SIMPLE": 2}),
    ("MAX100", {"V-SIMPLE": 5}), ("REDONLY", {"ARR-VERDEJO": 1}), ("VIP", {"V-SIMPLE": 1}),
    ("NOSALE", {"ACE-SEMILLON": 1}),
)  # fmt: skip


def test_a_coupon_is_refused_where_it_does_not_hold() -> None:
    for code, lines in REFUSED:
        with pytest.raises(Refusal):
            quoted(lines, code)
