"""I8 and I10: every sum is right to the cent, and nobody pays another amount than the one she saw."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from random import Random

from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.invariants import guards, ledger
from bench.invariants.row import Control, InvariantRow, Scene, Tally, together
from bench.invariants.shoppers import ShopperAnswer, ShopperBrowser, Timed, browsers, fill, run_at_once
from bench.invariants.stock import tally_answers, wine
from vintner.catalogue import products
from vintner.catalogue.models import Variation
from vintner.checkout import place_order
from vintner.checkout.forms import CheckoutForm
from vintner.checkout.place_order import _refuse_unsellable
from vintner.money import ZERO, Money, share_out
from vintner.orders.models import Email, Order
from vintner.pricing import discounting
from vintner.pricing.quote import Item, PriceBook, Quote
from vintner.pricing.rules import benefits
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.tests.drawn import carts, coupons, price_books
from vintner.pricing.tests.golden import PLACES
from vintner.pricing.tests.quoting import quote_items
from vintner.testing.builders import make_product, only_variation
from vintner.testing.written_emails import write_all_emails

CARTS = int(os.environ.get("CARTS", "100000"))
CARTS_OF_A_SHOP = 250
FEW = 2_500
"""Drawing a shop takes as long as pricing ten carts: of each, so many carts are tried."""
PRICES = (Money(20_00), Money(21_00))


@dataclass(frozen=True, slots=True)
class PricedShop:
    """What carts are drawn from: wines, promotions, coupons."""

    items: list[Item]
    book: PriceBook
    coupons: list[CouponTerms]


def to_the_cent(scene: Scene) -> Tally:
    """Random carts in memory, in the first round; in each, orders whose total must be one at five places."""
    tally = _random_carts(CARTS) if scene.number == 0 else Tally()
    tally.add(_one_total_everywhere(scene))
    return tally


def _random_carts(count: int) -> Tally:
    tally = Tally()

    @settings(
        max_examples=max(count // CARTS_OF_A_SHOP, 1),
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(carts(), price_books(), coupons(), st.integers(0, 2**32))
    def shop(items: list[Item], book: PriceBook, used: list[CouponTerms], seed: int) -> None:
        chance = Random(seed)  # noqa: S311 - drawn by hypothesis
        for _ in range(CARTS_OF_A_SHOP):
            tally.wrong["cents off"] += _cents_off(*_priced(PricedShop(items, book, used), chance))
            tally.seen["random carts"] += 1

    shop()
    return tally


def _priced(shop: PricedShop, chance: Random) -> tuple[list[Item], Quote]:
    """Price some of the shop's wines, other quantities of them, with some of its coupons."""
    items = [replace(item, quantity=chance.choice((1, 2, 6, 12, 999))) for item in shop.items if chance.random() < 0.7]
    used = [each for each in shop.coupons if chance.random() < 0.7]
    return items, quote_items(items, chance.choice(list(PLACES.values())), "", shop.book, used)


def _cents_off(items: Sequence[Item], made: Quote) -> int:
    """Return by how much lines, promotions, discounts, taxes and delivery miss the total, all added up."""
    taken = {line.key for line in made.lines}
    before = Money.total(item.price * item.quantity for item in items if item.key in taken)
    saved = Money.total(each.amount for each in made.adjustments)
    named = [*(each.amount for each in made.discounts), *(use.amount for use in made.coupons)]
    parts = made.subtotal - made.discount + made.shipping_total + made.fee_total + made.tax_total
    return (
        _apart(made.total, parts)
        + _apart(before, made.subtotal + saved)
        + _apart(made.subtotal, Money.total(line.subtotal for line in made.lines))
        + _apart(made.discount, Money.total(line.discount for line in made.lines))
        + _apart(made.discount, Money.total(named))
        + max(ZERO - made.total, ZERO).minor
    )


def _apart(one: Money, other: Money) -> int:
    return abs(one.minor - other.minor)


def _one_total_everywhere(scene: Scene) -> Tally:
    """All sorts of carts: the same total is shown in the review, kept with the order, charged and written about."""
    wines = [only_variation(make_product(stock=9999, price=price)) for price in ("9.99", "16.45", "33.33", "120.00")]

    def lines(number: int) -> list[tuple[Variation, int]]:
        chance = Random(scene.number * 1000 + number)  # noqa: S311 - the same each run
        return [(each, chance.choice((1, 3, 6, 7, 24))) for each in wines if chance.random() < 0.6] or [(wines[0], 6)]

    made = browsers(scene.address, fill(scene.clients, lines))
    answers = run_at_once([partial(_looks_and_pays, each) for each in made], side_by_side=8)  # all want the same wines
    charged = ledger.read(scene.sandbox)
    write_all_emails()
    mails = dict(Email.objects.filter(kind="processing").values_list("order_id", "text"))
    tally, shown = tally_answers([Timed(timed.answer[1], timed.ms) for timed in answers]), {}
    for timed in answers:
        total, answer = timed.answer
        shown[_number(answer)] = total
    orders = list(Order.objects.filter(status="processing"))
    for order in orders:
        account = charged.get(order.pk)
        agree = order.total.minor == shown.get(order.pk) == (account.taken if account else -1)
        tally.wrong["orders with two totals"] += not (agree and str(order.total) in mails.get(order.pk, ""))
    tally.wrong["shoppers without an order"] += len(made) - len(orders)
    tally.seen["orders compared: page, order, charge, email"] += len(orders)
    return tally


def _looks_and_pays(browser: ShopperBrowser) -> tuple[int, ShopperAnswer]:
    total = shown_total(browser)
    return total, browser.pays(shown_total=str(total))


def shown_total(browser: ShopperBrowser) -> int:
    """Return the total in cents that the checkout's page shows for the address that will be sent."""
    place = {"country": "US", "state": "CA", "postcode": "94110", "city": "San Francisco"}
    browser.call("update_order_review", {"security": browser.token, "payment_method": "stripe", **place})
    review = browser.asks("GET", "/checkout/", props=True).read["review"]
    assert isinstance(review, dict)
    return int(review["shown_total"])


def _number(answer: ShopperAnswer) -> int:
    return int(str(answer.read.get("order_id", 0)))


def price_as_shown(scene: Scene) -> Tally:
    """The price goes up and down while all order at the total that they saw; fields that name prices come along."""
    bottles = wine(scene.clients)
    made = browsers(scene.address, fill(scene.clients, lambda number: [(bottles, 1)]))
    seen = {price: _seen_at(price, bottles, made[0]) for price in PRICES}
    tampered = {"custom_price": "0.01", "total": "1", "price": "1", "discount": "99", "currency": "XXX"}
    actions: list[Callable[[], ShopperAnswer]] = []
    for number, browser in enumerate(made):
        total = seen[PRICES[number % 2]]
        actions.append(partial(browser.pays, shown_total=str(total), **tampered))
        if number % 20 == 10:
            actions.append(partial(_reprice, bottles, PRICES[number // 20 % 2]))
    answers = run_at_once(actions, side_by_side=64)
    tally = tally_answers([timed for timed in answers if timed.answer.status != 1])
    return _compared(tally, seen, made, [timed.answer for timed in answers if timed.answer.status != 1])


def _seen_at(price: Money, bottles: Variation, browser: ShopperBrowser) -> int:
    _reprice(bottles, price)
    return shown_total(browser)


def _reprice(bottles: Variation, price: Money) -> ShopperAnswer:
    """Staff edits the price."""
    Variation.objects.filter(pk=bottles.pk).update(regular_price=price)
    products.refresh_products([bottles.product_id], timezone.now())
    return ShopperAnswer(1)


def _compared(
    tally: Tally, seen: dict[Money, int], made: Sequence[ShopperBrowser], answers: Sequence[ShopperAnswer]
) -> Tally:
    totals = dict(Order.objects.values_list("pk", "total"))
    for number, answer in enumerate(answers):
        if answer.paid:
            expected = seen[PRICES[number % 2]]
            tally.wrong["charged another total than shown"] += totals[_number(answer)].minor != expected
    tally.wrong["charged another total than shown"] += 0
    tally.seen["shown the new total instead"] += sum("The total is" in answer.body for answer in answers)
    return tally


def _unseen(*arguments: object) -> None:
    shown, form, now = arguments
    assert isinstance(form, CheckoutForm)
    _refuse_unsellable(shown, replace(form, shown_total=None), now)  # type: ignore[arg-type]


def _a_cent_short(amount: int, weights: Sequence[Decimal]) -> list[int]:
    """Share out less than there is."""
    return share_out(max(amount - 1, 0), weights)


SHORT = partial(
    together,
    guards.function(discounting, "share_out", _a_cent_short),
    guards.function(benefits, "share_out", _a_cent_short),
)

ROWS = (
    InvariantRow(
        number="I8",
        says="Totals add up to the cent",
        play=to_the_cent,
        controls=(
            Control(guard="parts that make exactly the amount", away=SHORT, play=lambda scene: _random_carts(FEW)),
        ),
        rounds=3,
    ),
    InvariantRow(
        number="I10",
        says="The price charged is the price shown",
        play=price_as_shown,
        controls=(
            Control(
                guard="the comparison with the total shown",
                away=guards.function(place_order, "_refuse_unsellable", _unseen),
            ),
        ),
        rounds=3,
    ),
)
