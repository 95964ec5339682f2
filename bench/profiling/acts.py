"""What is asked of the store while it is profiled."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.test import Client

from bench.load import Request, cart_request, checkout_request, review_request
from bench.shopper import find, of_age, prepare
from vintner.demo.people import MANAGER

CLIENTS: Final = 2
ORDERS: Final = 60
WARM_UP: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfiledAct:
    """One kind of request to repeat. `amount` is how many there are at most, 0 where any number may be sent."""

    name: str
    requests: Sequence[Request]
    amount: int = 0

    @property
    def file_name(self) -> str:
        return self.name.replace(" ", "-")


def prepare_acts(address: str) -> list[ProfiledAct]:
    """Fill the carts and log in what the acts need."""
    wine = find(address, "V-SIMPLE")
    age = of_age(address)
    carts = [prepare(address, wine.product_id) for _ in range(WARM_UP + ORDERS)]
    return [
        ProfiledAct(name="listing", requests=[Request(path="/shop/", answer="</html>", cookies=age)]),
        ProfiledAct(name="product", requests=[Request(path=wine.path, answer="</html>", cookies=age)]),
        ProfiledAct(name="add to cart", requests=[cart_request(wine)]),
        ProfiledAct(
            name="order review", requests=[review_request(prepare(address, wine.product_id)) for _ in range(CLIENTS)]
        ),
        ProfiledAct(
            name="place order", requests=[checkout_request(cart, "order-received") for cart in carts], amount=ORDERS
        ),
        ProfiledAct(
            name="admin list", requests=[Request(path="/admin/orders/order/", answer="</html>", cookies=_staff())]
        ),
    ]


def _staff() -> str:
    """Return the cookie of a manager who has logged in."""
    from vintner.customers.models import User  # noqa: PLC0415 - models exist once Django is set up

    client = Client()
    client.force_login(User.objects.get(email=MANAGER.email))
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"
