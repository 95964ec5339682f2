"""When promotions hold."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from vintner.money import Money
from vintner.pricing.rules.conditions import (
    Bought,
    CartFigure,
    CartHolds,
    CartIs,
    Comparison,
    Condition,
    CouponsAre,
    CouponUse,
    During,
    LoggedIn,
    OnDays,
    OneOf,
    Operator,
    PastFigure,
    PastIs,
    ShopperFact,
    TimeOfDay,
)
from vintner.pricing.rules.items import ANYONE, NEWCOMER, History, Occasion, ShopperFacts
from vintner.pricing.tests.golden import CALIFORNIA
from vintner.pricing.tests.making import NOON, item, less, of, promotion

HOUR = timedelta(hours=1)
REGULAR = ShopperFacts(
    user_id=7,
    email="ann@example.com",
    groups=frozenset({"club"}),
    billing_city="Napa",
    payment_method="stripe",
    history=History(
        orders=3,
        spent=Money(30_000),
        last_amount=Money(9_000),
        days_since_first=400,
        days_since_last=10,
        bought={1: (2, 8)},
    ),
)
HERE = Occasion(
    items=[replace(item(1000, 2), weight=Decimal(3)), item(500, 4, product=2, regular=700)],
    place=CALIFORNIA,
    shopper=REGULAR,
    coupons=frozenset({"save10", "fiver"}),
    now=NOON,
)
EMPTY = replace(HERE, items=[])


def number(operator: str, value: int, to: int | None = None) -> Comparison:
    return Comparison(operator=Operator(operator), number=Decimal(value), to=None if to is None else Decimal(to))


@pytest.mark.parametrize(
    ("comparison", "holding"),
    [
        (number("less_than", 5), [4]),
        (number("less_than_or_equal", 5), [4, 5]),
        (number("greater_than", 5), [6]),
        (number("greater_than_or_equal", 5), [5, 6]),
        (number("equal_to", 5), [5]),
        (number("not_equal_to", 5), [4, 6]),
        (number("in_range", 5, 6), [5, 6]),
        (number("in_range", 5), [5, 6]),
    ],
)
def test_comparisons(comparison: Comparison, holding: list[int]) -> None:
    assert [value for value in (4, 5, 6) if comparison.holds(Decimal(value))] == holding


def cart(figure: str, value: int, **terms: object) -> CartIs:
    return CartIs(figure=CartFigure(figure), comparison=number("equal_to", value), **terms)  # type: ignore[arg-type]


def past(figure: str, value: int) -> PastIs:
    return PastIs(figure=PastFigure(figure), comparison=number("equal_to", value))


def coupons(use: str, *codes: str) -> CouponsAre:
    return CouponsAre(use=CouponUse(use), codes=frozenset(codes))


def one_of(fact: str, *patterns: str, wanted: bool = True) -> OneOf:
    return OneOf(fact=ShopperFact(fact), patterns=frozenset(patterns), wanted=wanted)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (cart("subtotal", 4000), True),
        (cart("subtotal", 2000, counting=of(1)), True),
        (cart("lines", 2), True),
        (cart("bottles", 6), True),
        (cart("weight", 6), True),
        (CartHolds(kinds=(of(1),), comparison=number("greater_than", 1)), True),
        (CartHolds(kinds=(of(1), of(3)), comparison=number("greater_than", 1)), False),
        (CartHolds(kinds=(of(1), of(3)), comparison=number("greater_than", 1), every=False), True),
        (coupons("at_least_one", "save10", "other"), True),
        (coupons("all", "save10", "other"), False),
        (coupons("only", "save10"), False),
        (coupons("only", "save10", "fiver"), True),
        (coupons("none", "other"), True),
        (coupons("none_at_all"), False),
        (coupons("at_least_one_any"), True),
        (one_of("country", "us"), True),
        (one_of("state", "us:ny", "us:ca"), True),
        (one_of("city", "san *"), True),
        (one_of("postcode", "941*"), True),
        (one_of("postcode", "941*", wanted=False), False),
        (one_of("billing_city", "napa"), True),
        (one_of("payment_method", "cod"), False),
        (one_of("customer", "7"), True),
        (one_of("email", "*@example.com"), True),
        (one_of("email", "*.org"), False),
        (one_of("group", "club", "trade"), True),
        (LoggedIn(), True),
        (LoggedIn(wanted=False), False),
        (past("orders", 3), True),
        (past("spent", 30_000), True),
        (past("last_order_amount", 9_000), True),
        (past("days_since_first_order", 400), True),
        (past("days_since_last_order", 9), False),
        (Bought(product_ids=frozenset({1, 5}), comparison=number("equal_to", 2)), True),
        (Bought(product_ids=frozenset({1}), comparison=number("equal_to", 8), bottles=True), True),
        (During(), True),
        (During(starts_at=NOON), True),
        (During(starts_at=NOON + HOUR), False),
        (During(ends_at=NOON), False),
        (During(ends_at=NOON + HOUR), True),
        (OnDays(days=frozenset({0})), True),
        (OnDays(days=frozenset({1, 2})), False),
        (TimeOfDay(starts=time(12), ends=time(13)), True),
        (TimeOfDay(starts=time(22), ends=time(2)), False),
        (TimeOfDay(starts=time(4), ends=time(6), zone=ZoneInfo("America/Los_Angeles")), True),
    ],
)
def test_a_condition(condition: Condition, holds: bool) -> None:
    assert condition.holds(HERE) is holds


def test_with_an_empty_cart_no_condition_about_the_cart_holds() -> None:
    anything = CartHolds(kinds=(of(1),), comparison=number("less_than", 5))
    assert not any(each.holds(EMPTY) for each in (cart("subtotal", 0), cart("bottles", 0), anything))


def test_hours_may_go_over_midnight() -> None:
    night = TimeOfDay(starts=time(22), ends=time(2))
    held = [hour for hour in range(24) if night.holds(replace(HERE, now=datetime(2026, 6, 1, hour, tzinfo=UTC)))]
    assert held == [0, 1, 22, 23]


def test_nothing_is_known_of_a_newcomer() -> None:
    stranger = replace(HERE, shopper=ANYONE)
    assert past("orders", 0).holds(stranger)
    assert not past("days_since_last_order", 0).holds(stranger), "an order that never was is no day ago"
    assert not one_of("email", "*").holds(stranger)
    assert replace(REGULAR, history=NEWCOMER).history.bought == {}


def test_all_conditions_must_hold_or_one_of_them() -> None:
    both = promotion(1, less("10"), conditions=(LoggedIn(), LoggedIn(wanted=False)))
    assert not both.holds(HERE)
    assert replace(both, any_condition=True).holds(HERE)
    assert not replace(both, any_condition=True, during=During(ends_at=NOON)).holds(HERE), "the dates hold besides"
