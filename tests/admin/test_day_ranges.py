"""Ranges of days in the filters of the admin's lists."""

from html import unescape

import pytest
from django.test import Client

from vintner.orders import orders
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db
LISTS = {
    "/admin/orders/order/": ("placed_at", "When it was placed"),
    "/admin/consent/consentrecord/": ("answered_at", "When it was answered"),
    "/admin/shipping/sent/": ("written_at", "When it was sent"),
    "/admin/catalogue/stockmovement/": ("at", "When it happened"),
}


@pytest.mark.parametrize("address", LISTS)
@pytest.mark.parametrize(("end", "typed"), [("from", "2026-11-31"), ("to", "nonsense"), ("to", "<b>")])
def test_a_day_that_no_calendar_has_is_told_above_the_list(
    admin_client: Client, address: str, end: str, typed: str
) -> None:
    name, title = LISTS[address]
    html = admin_client.get(address, {f"{name}_{end}": typed}).content.decode()
    assert f"{title}, {end}: “{typed}” is no day of the calendar." in unescape(html)
    assert f"“{typed}” is no day" not in html or "<" not in typed, "what was typed is escaped"


def test_the_list_stays_and_the_other_day_counts(admin_client: Client) -> None:
    order = orders.create(new_order())
    address = "/admin/orders/order/"
    page = admin_client.get(address, {"placed_at_from": "2026-11-31"})
    assert [each.pk for each in page.context["cl"].result_list] == [order.pk]
    page = admin_client.get(address, {"placed_at_from": "2026-11-31", "placed_at_to": "2001-01-01"})
    assert list(page.context["cl"].result_list) == []
    assert len(page.context["messages"]) == 1


def test_both_days_are_told_each_once(admin_client: Client) -> None:
    page = admin_client.get("/admin/orders/order/", {"placed_at_from": "x" * 500, "placed_at_to": "2026-02-30"})
    messages = [str(message) for message in page.context["messages"]]
    assert [each.partition(":")[0] for each in messages] == ["When it was placed, from", "When it was placed, to"]
    assert f"“{'x' * 60}”" in messages[0]
    assert not admin_client.get("/admin/orders/order/").context["messages"]


@pytest.mark.parametrize("typed", ["", " ", "2026-11-30"])
def test_nothing_is_told_of_a_day_or_of_none(admin_client: Client, typed: str) -> None:
    page = admin_client.get("/admin/orders/order/", {"placed_at_from": typed})
    assert not page.context["messages"]
