"""5. A form sets the fields that it shows, whatever else is sent with it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.attack.attack import Tries, attack, replaced, together
from vintner.accounts.area.account_details import save_account_details
from vintner.accounts.auth_forms.tests.visitor import Visitor, register
from vintner.accounts.engine.registration import create_account
from vintner.catalogue.models import Review
from vintner.catalogue.reviews import reviews
from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.store_api.tests.buying import buys, puts
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
EXTRA = {
    **dict.fromkeys(("is_staff", "is_superuser", "is_active", "verified", "approved", "paid", "email_verified"), "1"),
    **dict.fromkeys(("groups", "user_permissions", "user", "user_id", "id", "pk", "role", "wp_capabilities"), "1"),
    "status": "completed",
    "state": "processing",
    "order_status": "completed",
    "key": "known",
    "number": "1",
    "email": "eve@example.com",
    "placed_at": "2001-01-01",
    "date_joined": "2001-01-01",
}
NAMES = {"account_first_name": "Ada", "account_last_name": "Byron", "account_display_name": "Ada"}


def _careless(function: Callable[..., Any]) -> Callable[..., Any]:
    """Set whatever is sent on the row that a function makes or changes."""

    def save(*args: Any, **named: Any) -> object:  # noqa: ANN401 - any function's
        made = function(*args, **named)
        row = args[0] if made is None or isinstance(made, bool) else made
        if isinstance(row, Order):
            Order.objects.filter(pk=row.pk).update(user=User.objects.get(email="mallory@example.com"))
        for name in {"is_staff", "verified"} & {field.name for field in row._meta.fields}:
            type(row).objects.filter(pk=row.pk).update(**{name: True})
        return made

    return save


def _is_raised(email: str) -> bool:
    user = User.objects.get(email=email)
    return user.is_staff or user.is_superuser or user.groups.exists() or user.user_permissions.exists()


ACCOUNTS = together(
    replaced("vintner.accounts.area.account_details_views.save_account_details", _careless(save_account_details)),
    replaced("vintner.accounts.auth_forms.registration.create_account", _careless(create_account)),
)


@attack(without=ACCOUNTS)
def test_an_account_that_raises_itself() -> Tries:
    ada = make_user("ada@example.com")
    client = Client()
    client.force_login(ada)
    client.post("/my-source/edit-account/", NAMES | EXTRA)
    yield "the details", _is_raised("ada@example.com") or User.objects.filter(email="eve@example.com").exists()
    register(Visitor(), **{name: value for name, value in EXTRA.items() if name != "action"})
    yield "the registration", _is_raised("new@example.com")


@attack(without=replaced("vintner.checkout.place_order.orders.create", _careless(orders.create)))
def test_an_order_that_is_paid_because_it_says_so(provider: ProviderDouble) -> Tries:
    """An order that is declined stays so, with an owner, number and key of the store's own."""
    mallory = make_user("mallory@example.com")
    extra = EXTRA | {"user": str(mallory.pk), "user_id": str(mallory.pk), "customer_id": str(mallory.pk)}
    Shopper().puts(make_product()).pays(DECLINED, **extra)
    yield "the checkout", _is_settled()
    client = ApiClient()
    puts(client)
    buys(client, DECLINED, **extra)
    yield "the Store API", _is_settled()


def _is_settled() -> bool:
    order = Order.objects.latest("id")
    settled = order.status in ("completed", "processing", "refunded")
    return settled or order.user is not None or order.key == EXTRA["key"] or order.placed_at.year == 2001


@attack(without=replaced("vintner.storefront.review_views.save_review", _careless(reviews.save_review)))
def test_a_review_that_approves_itself() -> Tries:
    fields = {"author": "Eve", "comment": "Buy only this.", "rating": "5", **EXTRA, "status": "approved"}
    Client().post(f"{make_product().get_absolute_url()}reviews/", fields)
    review = Review.objects.get()
    yield "a review", review.status != Review.Status.PENDING or review.verified or review.user is not None
