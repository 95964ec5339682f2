"""How much wine one person may be sent, and how old they must be."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from vintner.shipping.rules.age import age_on, of_age, problem_of, read_date
from vintner.shipping.rules.wine import Limit, Period, Volume, litres_in, within_limit

TWELVE = Limit(bottles=12)
NINE_LITRES = Limit(litres=Decimal(9))


def bottles(count: int, litres: str = "0.75") -> Volume:
    return Volume(count, Decimal(litres) * count)


@pytest.mark.parametrize(
    ("limit", "had", "more", "above"),
    [
        (Limit(), bottles(900), bottles(900), 0),
        (TWELVE, bottles(0), bottles(12), 0),
        (TWELVE, bottles(6), bottles(7), 1),
        (TWELVE, bottles(12), bottles(3), 3),
        (TWELVE, bottles(20), bottles(3), 3),
        (NINE_LITRES, bottles(6), bottles(6), 0),
        (NINE_LITRES, bottles(6), bottles(7), 1),
        (NINE_LITRES, bottles(6), bottles(12, "0.375"), 0),
        (NINE_LITRES, bottles(6), bottles(4, "1.5"), 1),
        (NINE_LITRES, bottles(0), bottles(1, "12"), 1),
        (Limit(bottles=12, litres=Decimal(6)), bottles(0), bottles(10), 2),
        (TWELVE, bottles(12), bottles(0), 0),
    ],
)
def test_how_many_bottles_are_above_the_limit(limit: Limit, had: Volume, more: Volume, above: int) -> None:
    assert limit.bottles_above(had, more) == above


@pytest.mark.parametrize(
    ("limit", "had", "more", "reason"),
    [
        (TWELVE, 0, 12, ""),
        (
            TWELVE,
            0,
            13,
            (
                "One person in Ohio may be sent at most 12 bottles a month. Please take 1 bottle out of the cart."
                " You may order more from the first of next month."
            ),
        ),
        (
            Limit(litres=Decimal("4.5"), period=Period.THIRTY_DAYS),
            5,
            3,
            (
                "One person in Ohio may be sent at most 4.5 liters in 30 days, earlier orders included. Please take"
                " bottles out of the cart, or pick the wine up at the store."
                " You may order more 30 days after your last order."
            ),
        ),
        (
            Limit(bottles=12, litres=Decimal(9), period=Period.YEAR),
            12,
            1,
            (
                "One person in Ohio may be sent at most 12 bottles and 9 liters a year, earlier orders included."
                " Please take bottles out of the cart, or pick the wine up at the store."
                " You may order more from January 1."
            ),
        ),
    ],
)
def test_a_refusal_says_why_and_what_to_do(limit: Limit, had: int, more: int, reason: str) -> None:
    ruling = within_limit(limit, bottles(had), bottles(more), name="Ohio")
    assert (ruling.allowed, ruling.reason) == (not reason, reason)


@pytest.mark.parametrize(
    ("period", "began"),
    [
        (Period.MONTH, datetime(2026, 3, 1, tzinfo=UTC)),
        (Period.YEAR, datetime(2026, 1, 1, tzinfo=UTC)),
        (Period.THIRTY_DAYS, datetime(2026, 3, 1, 13, 30, tzinfo=UTC)),
    ],
)
def test_when_a_period_began(period: Period, began: datetime) -> None:
    assert period.began(datetime(2026, 3, 31, 13, 30, tzinfo=UTC)) == began


@pytest.mark.parametrize(
    ("text", "litres"),
    [
        ("750 ml", "0.75"),
        ("375ml", "0.375"),
        ("37.5 cl", "0.375"),
        ("1,5 l", "1.5"),
        ("3 Litres", "3"),
        ("Magnum", None),
        ("225 l", None),
        ("0 ml", None),
        ("2019", None),
        ("4 g/l", None),
    ],
)
def test_how_much_is_in_a_bottle(text: str, litres: str | None) -> None:
    assert litres_in(text) == (None if litres is None else Decimal(litres))


@pytest.mark.parametrize(
    ("born", "day", "age"),
    [
        (date(2005, 6, 1), date(2026, 5, 31), 20),
        (date(2005, 6, 1), date(2026, 6, 1), 21),
        (date(2004, 2, 29), date(2025, 2, 28), 20),
        (date(2004, 2, 29), date(2025, 3, 1), 21),
        (date(2004, 2, 29), date(2028, 2, 29), 24),
    ],
)
def test_how_old_somebody_is(born: date, day: date, age: int) -> None:
    assert age_on(born, day) == age
    assert of_age(born, day, 21) is (age >= 21)


@pytest.mark.parametrize(
    ("born", "minimum", "code"),
    [
        (None, 21, "required"),
        (date(2027, 1, 1), 21, "not_a_birthday"),
        (date(1826, 1, 1), 21, "not_a_birthday"),
        (date(2008, 1, 1), 19, "too_young"),
        (date(2008, 1, 1), 18, None),
        (date(1990, 1, 1), 21, None),
    ],
)
def test_who_may_be_sent_wine(born: date | None, minimum: int, code: str | None) -> None:
    problem = problem_of(born, date(2026, 6, 1), minimum, name="Ontario")
    assert (problem.code if problem else None) == code


@pytest.mark.parametrize("typed", [("2001", "2", "29"), ("", "", ""), ("a", "1", "1"), ("99999", "1", "1")])
def test_what_is_no_date(typed: tuple[str, str, str]) -> None:
    assert read_date(*typed) is None
    assert read_date("2000", "2", "29") == date(2000, 2, 29)
