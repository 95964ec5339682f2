"""When boxes are due, and when a declined one is tried again."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vintner.cart.prices.recurring import AgreedPrice
from vintner.catalogue.plans.rules import Cadence, CadenceUnit, PlanTerms, PriceRule
from vintner.catalogue.plans.words import terms_sentences
from vintner.money import Money
from vintner.subscriptions.rules import (
    ENDED,
    MOVES,
    RETRY_PAUSES,
    SubscriptionStatus,
    may_move,
    next_retry,
)
from vintner.subscriptions.words import charge_words, consent_words

PACIFIC = ZoneInfo("America/Los_Angeles")
MONTHLY = Cadence(1, CadenceUnit.MONTH)
NOON = datetime(2027, 1, 31, 20, tzinfo=UTC)


def test_120_months_from_31_january_do_not_drift() -> None:
    due = [MONTHLY.after(NOON, times, PACIFIC).astimezone(PACIFIC) for times in range(1, 121)]
    assert [(each.month, each.day) for each in due[:4]] == [(2, 28), (3, 31), (4, 30), (5, 31)]
    assert {each.hour for each in due} == {12}
    assert all(each.day == 31 for each in due if each.month in (1, 3, 5, 7, 8, 10, 12))
    assert (due[-1].year, due[-1].month, due[-1].day) == (2037, 1, 31)


@given(
    start=st.integers(0, 5 * 365 * 24).map(lambda hours: NOON + timedelta(hours=hours)),
    count=st.integers(1, 12),
    unit=st.sampled_from(CadenceUnit),
    times=st.integers(1, 40),
)
def test_boxes_come_one_after_the_other_at_the_same_time_of_the_day(
    start: datetime, count: int, unit: CadenceUnit, times: int
) -> None:
    cadence = Cadence(count, unit)
    before, after = (cadence.after(start, each, PACIFIC) for each in (times - 1, times))
    assert before < after
    moved = after.astimezone(PACIFIC).replace(tzinfo=None) - start.astimezone(PACIFIC).replace(tzinfo=None)
    # The hour that daylight saving leaves out is the only one that is not there.
    assert moved % timedelta(days=1) in (timedelta(0), timedelta(hours=1), timedelta(hours=23))


@pytest.mark.parametrize(
    ("declines", "code", "pause"),
    [
        (1, "insufficient_funds", timedelta(hours=12)),
        (2, "generic_decline", timedelta(hours=12)),
        (3, "processing_error", timedelta(hours=24)),
        (4, "card_declined", timedelta(hours=48)),
        (5, "card_declined", timedelta(hours=72)),
        (6, "card_declined", None),
        (1, "expired_card", None),
        (1, "stolen_card", None),
        (1, "authentication_required", None),
    ],
)
def test_declines_are_tried_again_by_their_reason(declines: int, code: str, pause: timedelta | None) -> None:
    assert next_retry(declines, code, NOON) == (None if pause is None else NOON + pause)


def test_all_retries_take_a_week() -> None:
    assert sum(RETRY_PAUSES, timedelta(0)) == timedelta(days=7)


@pytest.mark.parametrize("status", SubscriptionStatus)
def test_what_has_ended_stays_ended(status: SubscriptionStatus) -> None:
    assert set(MOVES) == set(SubscriptionStatus)
    for ended in ENDED:
        assert not may_move(ended, status)


def test_trial_boxes_cost_the_trial_price() -> None:
    plan = PlanTerms(id=1, name="Club", cadence=MONTHLY, trial_boxes=2, trial_price=Money(1900))
    assert [plan.price_of_box(number, Money(4900)) for number in (1, 2, 3)] == [Money(1900), Money(1900), Money(4900)]
    assert "The first 2 boxes cost $19.00 each." in terms_sentences(plan)


@pytest.mark.parametrize(
    ("least", "most", "quantity", "first", "last", "end"),
    [
        (0, 0, 1, "A box every month, until you cancel.", "Cancel at any time, with two presses.", "until I cancel."),
        (
            3,
            0,
            1,
            "A box every month.",
            "You take at least 3 boxes, $150.00 at today’s price plus delivery and tax. Then cancel at any time.",
            "for at least 3 boxes with this order, and then until I cancel.",
        ),
        (
            3,
            12,
            2,
            "2 boxes of 3 bottles every month, 12 deliveries in all.",
            "You take at least 3 deliveries, $300.00 at today’s price plus delivery and tax. Then cancel at any time.",
            "12 deliveries in all with this order, unless I cancel after 3 deliveries.",
        ),
        (
            12,
            12,
            1,
            "A box every month, 12 boxes in all.",
            "You take at least 12 boxes, $600.00 at today’s price plus delivery and tax.",
            "12 boxes in all with this order.",
        ),
        (
            0,
            12,
            1,
            "A box every month, 12 boxes in all.",
            "Cancel at any time, with two presses.",
            "12 boxes in all with this order, unless I cancel before.",
        ),
    ],
)
def test_terms_say_how_long_they_bind_and_do_not_contradict_themselves(
    least: int, most: int, quantity: int, first: str, last: str, end: str
) -> None:
    plan = PlanTerms(id=1, name="Club", cadence=MONTHLY, bottles=3, least_boxes=least, most_boxes=most)
    agreed = AgreedPrice(Money(5000), Money(5000))
    said = consent_words(plan, quantity, agreed)
    assert said[0] == first
    assert last in said
    assert ("Each box holds 3 bottles." in said) == (quantity == 1)
    sum_words = "$50.00" if quantity == 1 else "$100.00"
    assert charge_words(plan, quantity, agreed, NOON) == (
        f"I agree that Vintner charges my payment method {sum_words} plus delivery and tax every month"
        f" from February 28, 2027 on, {end}"
    )


@pytest.mark.parametrize(
    ("trial", "most", "sums"),
    [
        (1, 0, "$50.00 plus delivery and tax every month from February 28, 2027 on, until"),
        (2, 0, "$19.00 plus delivery and tax every month from February 28, 2027 on, $50.00 from March 31, 2027 on, un"),
        (2, 2, "$19.00 plus delivery and tax every month from February 28, 2027 on, 2 boxes in all"),
    ],
)
def test_a_subscriber_agrees_to_each_sum_with_its_day(trial: int, most: int, sums: str) -> None:
    plan = PlanTerms(
        id=1, name="Club", cadence=MONTHLY, trial_boxes=trial, trial_price=Money(1900), most_boxes=most, least_boxes=0
    )
    assert sums in charge_words(plan, 1, AgreedPrice(Money(5000), Money(5000)), NOON)


def test_a_subscriber_agrees_to_no_lasting_sum_where_the_price_may_change() -> None:
    plan = PlanTerms(id=1, name="Club", cadence=MONTHLY, price_rule=PriceRule.CURRENT)
    words = charge_words(plan, 1, AgreedPrice(Money(5000), Money(5000)), NOON)
    assert words.endswith("until I cancel. The price may change: then I am told 30 days before.")


@pytest.mark.parametrize(
    ("trial", "most", "said"),
    [
        (0, 0, ["Coupon “loyal” takes $2.00 off each later box."]),
        (2, 0, ["Coupon “loyal” takes $2.00 off each box after the trial."]),
        (0, 1, []),
    ],
)
def test_terms_say_what_a_coupon_takes_off_later_boxes(trial: int, most: int, said: list[str]) -> None:
    plan = PlanTerms(
        id=1,
        name="Club",
        cadence=MONTHLY,
        trial_boxes=trial,
        trial_price=Money(1900) if trial else None,
        most_boxes=most,
    )
    terms = consent_words(plan, 2, AgreedPrice(Money(4800), Money(5000), "loyal"))
    assert [each for each in terms if "Coupon" in each] == said


def test_nobody_agrees_to_charges_that_never_come() -> None:
    plan = PlanTerms(id=1, name="Club", cadence=MONTHLY, most_boxes=1)
    assert charge_words(plan, 1, AgreedPrice(Money(5000), Money(5000)), NOON) == ""


def test_terms_say_what_comes_on_top_and_what_may_be_changed() -> None:
    plan = PlanTerms(id=1, name="Club", cadence=MONTHLY, skips_in_a_row=0, longest_pause=30)
    assert "Delivery and tax are added to the price of each box." in terms_sentences(plan)
    assert "In your account you may delay a box or pause for up to 30 days." in terms_sentences(plan)
