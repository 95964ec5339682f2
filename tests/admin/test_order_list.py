"""The list of orders on a tablet."""

from typing import Final

import pytest
from django.test import Client

from tests.admin.browser import admin_page
from vintner.orders import orders
from vintner.orders.models import Order, Refund
from vintner.orders.tests.test_guards import new_order
from vintner.payments.models import Payment
from vintner.testing.builders import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PLACES: Final = """() => {
  const edge = (selector, side) => Math.round(document.querySelector(selector).getBoundingClientRect()[side])
  const first = document.createRange()
  first.selectNodeContents(document.querySelector('td.field-buyer strong'))
  return {
    end: edge('td.field-payment', 'right'),
    window: document.documentElement.clientWidth,
    name: Math.round(first.getBoundingClientRect().left),
    email: edge('td.field-buyer p', 'left'),
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
        page.goto("/admin/orders/order/")
        assert page.locator("td.field-payment").get_by_text("Partly refunded").is_visible()
        places = page.evaluate(PLACES)
    assert places["end"] <= places["window"]
    assert places["name"] == places["email"]
