"""The list of orders on a tablet."""

from typing import Final

import pytest
from django.test import Client

from tests.admin.browser import admin_page
from tests.journeys.live import visit
from vintner.orders import orders
from vintner.orders.models import Order, Refund
from vintner.payments.models import Payment
from vintner.testing.builders import make_user
from vintner.testing.orders import new_order

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.sweep]

PLACES: Final = """() => {
  const edge = (selector, side) => Math.round(document.querySelector(selector).getBoundingClientRect()[side])
  const first = document.createRange()
  first.selectNodeContents(document.querySelector('td.field-buyer strong'))
  return {
    end: edge('td.field-payment', 'right'),
    window: document.documentElement.clientWidth,
    name: Math.round(first.getBoundingClientRect().left),
    email: edge('td.field-buyer p', 'left'),
    buyer: edge('td.field-buyer', 'right') - edge('td.field-buyer', 'left'),
  }
}"""


def test_the_list_of_orders_fits_a_tablet_with_names_above_their_addresses(client: Client) -> None:
    order = orders.create(new_order())
    Order.objects.filter(pk=order.pk).update(email="a.rather.long.address.of.a.buyer@mail.example.com")
    Payment.objects.create(
        order=order,
        attempt=1,
        amount=order.total,
        captured=order.total,
        status="succeeded",
        idempotency_key="k",
        intent_id="pi_1",
    )
    Refund.objects.create(order=order, amount=order.total, key="r")
    Refund.objects.update(state=Refund.State.DONE)
    client.force_login(make_user("owner@example.com", is_staff=True, is_superuser=True))
    with admin_page(client) as page:
        page.set_viewport_size({"width": 768, "height": 1024})
        visit(page, "/admin/orders/order/")
        assert page.locator("td.field-payment").get_by_text("Partly refunded").is_visible()
        places = page.evaluate(PLACES)
    assert places["end"] <= places["window"]
    assert places["name"] == places["email"]
    assert places["buyer"] >= 150


def test_the_actions_of_a_page_have_a_name_on_a_tablet_and_their_message_a_role(client: Client) -> None:
    order = orders.create(new_order())
    client.force_login(make_user("owner@example.com", is_staff=True, is_superuser=True))
    with admin_page(client) as page:
        page.set_viewport_size({"width": 768, "height": 1024})
        visit(page, f"/admin/orders/order/{order.pk}/change/")
        button = page.get_by_role("button", name="Actions", exact=True)
        action = page.get_by_role("link", name="Write a note")
        assert (button.get_attribute("aria-expanded"), action.is_visible()) == ("false", False)
        button.press("Enter")
        assert (button.get_attribute("aria-expanded"), action.is_visible()) == ("true", True)
        page.keyboard.press("Escape")
        assert not action.is_visible()
        button.click()
        action.click()
        page.locator("[name=note]").fill("Call before you come.")
        page.locator("#content button[type=submit]").first.click()
        assert page.get_by_role("status").inner_text().strip() != ""
