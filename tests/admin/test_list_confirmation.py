"""The confirmation page of an action of the order list."""

import re
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vintner.back_office import list_confirmation
from vintner.back_office.list_confirmation import ACTIONS, TOO_MANY, ListAction
from vintner.orders import orders
from vintner.orders.models import Email, Order, OrderEvent
from vintner.testing.builders import make_product, only_variation
from vintner.testing.html_forms import read_form
from vintner.testing.order_list import LIST, ask, confirm, create_held_order

pytestmark = pytest.mark.django_db


def paid() -> Order:
    order = create_held_order(make_product(stock=5))
    orders.mark_paid(order, "Paid.")
    return order


def read(html: str) -> str:
    """Return the words of the page's main part."""
    main = html[html.index('id="confirmation-form"') - 600 :]
    return " ".join(unescape(re.sub("<[^>]+>", " ", main)).split())


@pytest.mark.parametrize("action", ACTIONS.values(), ids=lambda action: action.name)
def test_each_action_that_changes_orders_is_confirmed_first(staff: Client, action: ListAction) -> None:
    wine = make_product(stock=5)
    order = create_held_order(wine)
    orders.mark_paid(order, "Paid.")
    before = (only_variation(wine).on_hand, Email.objects.count(), OrderEvent.objects.count())
    html = ask(staff, action.name, order)
    text = read(html)
    assert f"{action.label}: 1 order" in text
    for named in (order.number, "Jane Doe", order.email, str(order.total), action.bottles, action.money):
        assert named in text
    assert re.search(rf'<button[^>]*type="submit"[^>]*>\s*{re.escape(action.label)}\s*</button>', html)
    order.refresh_from_db()
    assert order.status == "processing"
    after = (only_variation(wine).on_hand, Email.objects.count(), OrderEvent.objects.count())
    assert after == before, "nothing is changed, nobody is written to"


def test_it_says_who_gets_an_email_and_who_is_left_out(staff: Client) -> None:
    was_paid, unpaid = paid(), create_held_order(make_product(stock=5))
    cancelled = create_held_order(make_product(stock=5))
    orders.cancel(cancelled, "test")
    text = read(ask(staff, "cancel", was_paid, unpaid, cancelled))
    assert "An email leaves at once to the customers of 1 of the 3 orders." in text
    assert text.count("Gets an email") == text.count("Gets no email") == 1
    assert "Left out. It is canceled: not changed." in text
    assert "No customer is written to." in read(ask(staff, "cancel", unpaid))
    assert "An email leaves at once to the customer." in read(ask(staff, "cancel", was_paid))
    assert "Left out. It has not been paid." in read(ask(staff, "mark_completed", unpaid))


def test_yes_does_it_and_tells_how_many(staff: Client) -> None:
    first, second = paid(), paid()
    assert confirm(staff, "put_on_hold", first, second) == ["2 orders changed."]
    assert confirm(staff, "mark_processing", first) == ["1 order changed."]


def test_the_way_back_leads_to_the_list_as_it_was_filtered(staff: Client) -> None:
    html = ask(staff, "cancel", paid(), query="?status__in=processing")
    links = re.findall(rf'<a href="{LIST}\?status__in=processing"[^>]*>\s*([^<]*?)\s*</a>', html)
    assert links == ["← Orders", "Back, change nothing"]
    assert 'action="/admin/orders/order/?status__in=processing"' in html


def test_an_order_that_changes_before_the_confirmation_stays_as_it_is(staff: Client) -> None:
    order = create_held_order(make_product(stock=5))
    fields = read_form(ask(staff, "cancel", order), "confirmation-form")
    orders.mark_paid(order, "Paid.")
    answer = staff.post(LIST, fields, follow=True)
    assert "The status is “Processing” by now: it changed after you chose the action." in answer.content.decode()
    order.refresh_from_db()
    assert order.status == "processing"


@pytest.mark.parametrize("expected", ["", "x", "1:", ":pending", ",,"])
def test_a_form_without_the_expected_statuses_changes_nothing(staff: Client, expected: str) -> None:
    order = create_held_order(make_product(stock=5))
    staff.post(LIST, {"action": "cancel", "_selected_action": str(order.pk), "expected_statuses": expected})
    order.refresh_from_db()
    assert order.status == "pending"


def test_more_orders_than_a_form_can_send_are_refused(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vintner.back_office.order_list_admin.MOST_AT_ONCE", 1)
    chosen = [str(paid().pk), str(paid().pk)]
    answer = staff.post(LIST, {"action": "cancel", "_selected_action": chosen}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [TOO_MANY]
    assert set(Order.objects.values_list("status", flat=True)) == {"processing"}
    assert list_confirmation.MOST_AT_ONCE == 500


def test_the_page_takes_as_many_queries_for_many_orders_as_for_one(
    staff: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    chosen = [paid() for _ in range(6)]
    with django_assert_max_num_queries(24):
        ask(staff, "cancel", *chosen)
