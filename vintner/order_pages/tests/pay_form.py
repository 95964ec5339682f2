"""The page on which an order is paid."""

from django.test import Client

from vintner.orders.models import Order
from vintner.orders.ownership import pay_link
from vintner.testing.provider import GOOD

JSON = {"Accept": "application/json"}
FIELDS = {"woocommerce_pay": "1", "payment_method": "stripe"}


def read_page(client: Client, order: Order) -> dict[str, object]:
    response = client.get(pay_link(order), headers=JSON)
    assert response.status_code == 200, response.content
    return dict(response.json())


def read_token(client: Client, order: Order) -> str:
    return str(read_page(client, order)["csrf_token"])


def send_form(client: Client, order: Order, card: str = GOOD, **fields: str) -> dict[str, object]:
    """Send the form as the page's script does."""
    posted = {**FIELDS, "wc-stripe-payment-method": card, **fields}
    if "csrfmiddlewaretoken" not in posted:
        posted["csrfmiddlewaretoken"] = read_token(client, order)
    response = client.post(pay_link(order), posted, headers=JSON)
    assert response.status_code == 200, response.content
    return dict(response.json())


def read_notices(client: Client, path: str) -> str:
    return str(client.get(path, headers=JSON).json()["shared"]["notices"])
