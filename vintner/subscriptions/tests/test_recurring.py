"""What later boxes cost is said before and after the order, to the cent."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.timezone import localtime
from pytest_django import DjangoAssertNumQueries

from vintner.cart import carts
from vintner.cart.pages import cart_contents
from vintner.cart.prices.recurring import recurring_totals
from vintner.catalogue.models import Product
from vintner.money import Money
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.recurring import quote_box, subscription_words
from vintner.subscriptions.words import consents_of, digest_of
from vintner.testing.builders import make_box_wine, make_plan, make_product
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import Shopper, only_order
from vintner.web.dates import day_in_words

pytestmark = pytest.mark.usefixtures("store")
ACCOUNT = {"createaccount": "1", "account_password": "violet tractor seven moons"}


def quoted_by(shopper: Shopper) -> carts.QuotedCart:
    return carts.quote_cart(shopper.cart, now=timezone.now())


def test_the_cart_says_what_recurs_with_delivery_and_tax() -> None:
    shopper = Shopper().puts(make_box_wine(price="60.00")).puts(make_product(price="20.00"), 6)
    contents = cart_contents(quoted_by(shopper))
    box, wine = contents.lines
    assert box.recurring == "Then $60.00 every month, plus delivery and tax"
    assert wine.recurring == ""
    (words,) = contents.recurring
    assert words.startswith("Then $75.08 every month, first on ")  # 60.00 + 4.35 + 10.00 + 0.73, without the other wine


def test_a_trial_is_over_when_it_says() -> None:
    shopper = Shopper().puts(make_box_wine(make_plan(trial_boxes=2, trial_price="20.00"), price="60.00"))
    (words,) = recurring_totals(quoted_by(shopper), timezone.now())
    assert words.startswith("Then $32.18 every month, first on ")  # 20.00 + 1.45 + 10.00 + 0.73
    assert ", and $75.08 from " in words


def test_another_price_of_later_boxes_is_no_longer_what_was_read() -> None:
    wine = make_box_wine(make_plan(trial_boxes=1, trial_price="20.00"), price="60.00")
    shopper, now = Shopper().puts(wine), timezone.now()
    read = digest_of(consents_of(quoted_by(shopper), now))
    assert digest_of(consents_of(quoted_by(shopper), now + timedelta(days=1))) == read
    wine.variations.update(regular_price=Money(6500))
    assert digest_of(consents_of(quoted_by(shopper), now)) != read


def test_a_commitment_is_said_with_its_sum() -> None:
    shopper = Shopper().puts(make_box_wine(make_plan(least_boxes=3, bottles=3), price="60.00"))
    contents = cart_contents(quoted_by(shopper))
    (words,) = contents.recurring
    assert words.endswith(" At least 3 boxes, this order among them: $225.24 with delivery and tax at today’s prices.")
    later = "Then $60.00 every month, plus delivery and tax. At least 3 boxes: $180.00 at today’s price, plus delivery"
    assert contents.lines[0].recurring == f"{later} and tax"
    (words,) = cart_contents(quoted_by(shopper.puts(make_product()))).recurring
    assert "At least" not in words  # the order's total is not that of the box alone


def test_the_trial_counts_in_the_sum_of_a_commitment() -> None:
    plan = make_plan(least_boxes=4, trial_boxes=2, trial_price="20.00")
    (words,) = cart_contents(quoted_by(Shopper().puts(make_box_wine(plan, price="60.00")))).recurring
    assert "$214.52 with delivery and tax" in words  # two of $32.18, two of $75.08


def test_more_boxes_than_one_are_said_with_their_bottles() -> None:
    (line,) = cart_contents(quoted_by(Shopper().puts(make_box_wine(make_plan(bottles=3), price="60.00"), 2))).lines
    assert line.recurring == "2 boxes of 3 bottles every month. Then $120.00 every month, plus delivery and tax"


def test_a_single_box_recurs_never() -> None:
    contents = cart_contents(quoted_by(Shopper().puts(make_box_wine(make_plan(most_boxes=1)))))
    assert contents.recurring == ()
    assert contents.lines[0].recurring == ""


@pytest.mark.parametrize("subscriptions", [1, 4])
def test_the_totals_of_any_number_of_subscriptions_take_one_query(
    subscriptions: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    shopper = Shopper()
    for _ in range(subscriptions):
        shopper.puts(make_box_wine())
    quoted, now = quoted_by(shopper), timezone.now()
    recurring_totals(quoted, now)
    with django_assert_num_queries(1):
        assert len(recurring_totals(quoted, now)) == subscriptions


def test_carts_without_subscriptions_are_asked_nothing_more(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    quoted = quoted_by(Shopper().puts(make_product()))
    with django_assert_num_queries(0):
        assert recurring_totals(quoted, timezone.now()) == ()


def test_a_renewal_costs_what_the_cart_had_said(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_box_wine(price="60.00"), 2)
    shopper.pays(sandbox.card(), **ACCOUNT)
    subscription = Subscription.objects.get()
    assert quote_box(subscription, 2, now=timezone.now()).quote.total.text == "$139.43"  # 120 + 8.70 + 10 + 0.73
    due = localtime(Box.objects.get(number=2).due_at).date()
    name = subscription.variation.product.name
    assert subscription_words(only_order(), timezone.now()) == (
        f"Subscription {subscription.number}, {name}. Then $139.43 every month, first on {day_in_words(due)}.",
    )


def test_the_words_of_an_order_take_bounded_queries(
    sandbox: Sandbox, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    shopper = Shopper()
    for _ in range(4):
        shopper.puts(make_box_wine())
    shopper.pays(sandbox.card(), **ACCOUNT)
    order = only_order()
    with django_assert_max_num_queries(7):
        assert len(subscription_words(order, timezone.now())) == 4


def close_plan_of(product: Product) -> None:
    assert product.plan is not None
    product.plan.on_sale = False
    product.plan.save()


def test_a_plan_that_is_closed_takes_no_new_subscribers_and_keeps_those_it_has(sandbox: Sandbox) -> None:
    box = make_box_wine(price="60.00")
    shopper = Shopper().puts(box)
    shopper.pays(sandbox.card(), **ACCOUNT)
    late = Shopper().puts(box)
    close_plan_of(box)
    carts_answer = Shopper().call("add_to_cart", product_id=str(box.variations.get().pk), quantity="1")
    assert carts_answer["error"]
    assert [each.code for each in quoted_by(late).problems] == ["plan_closed"]
    assert "takes no new subscribers" in late.pays(sandbox.card(), **ACCOUNT | {"billing_email": "o@e.test"}).messages
    again = quote_box(Subscription.objects.get(), 2, now=timezone.now())
    assert (again.problems, again.quote.total.text) == ((), "$75.08")
