"""Staff who search the list of orders."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from vintner.money import Money
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.payments.models import Payment
from vintner.shipping.regions import Address
from vintner.testing.orders import new_order

LIST = "/admin/orders/order/"


@pytest.fixture
def order() -> Order:
    billing = Address(
        first_name="Zoë",
        last_name="O'Hara",
        company="Half 50% Ltd",
        country="CA",
        state="ON",
        address_1="77 Cannery Row",
        address_2="Unit 4b",
        city="Niagara-on-the-Lake",
        postcode="L0S 1J0",
        phone="+1 (905) 555-0147",
    )
    order = orders.create(replace(new_order(), billing=billing))
    Payment.objects.create(
        order=order,
        attempt=1,
        amount=Money(2145),
        idempotency_key="key",
        intent_id="pi_3MtwBwLkdIwHu7ix",
        charge_id="ch_3MmlLrLkdIwHu7ix",
    )
    return order


def search_orders(staff: Client, text: str) -> list[int]:
    return list(read_numbers(staff.get(LIST, {"q": text}).content.decode()))


def read_numbers(html: str) -> dict[int, None]:
    """Return the orders of a list, in its sequence."""
    return dict.fromkeys(int(number) for number in re.findall(r"/admin/orders/order/(\d+)/change/", html))
