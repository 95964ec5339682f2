"""4. Orders and what is in an account open for their owners alone, and nobody learns which there are."""

import re
from collections.abc import Callable
from datetime import timedelta
from time import perf_counter
from typing import NamedTuple
from urllib.parse import unquote

import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from django.utils import timezone

from bench.accounts.likeness import mann_whitney
from tests.attack.attack import FULL, Tries, attack, many, replaced, together
from tests.attack.written import addresses, written_tables
from vintner.accounts.models import SavedAddress
from vintner.alerts.models import Alert
from vintner.customers.models import User
from vintner.order_pages.access_views import OrderAccess
from vintner.orders.models import Order
from vintner.orders.ownership import link
from vintner.payments.models import ProviderCustomer, SavedMethod
from vintner.privacy.models import Export
from vintner.store_api.tests.buying import card
from vintner.testing.builders import make_product, make_subscription, make_user
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
PAGES = ("order_received", "order_invoice", "order_pay")
DEEDS = ("order_cancel", "order_again", "order_account")
FIELDS = {"account_password": "violet tractor seven moons"}
UNKNOWN = 10**9
OPEN = replaced("vintner.order_pages.access_views._access_of", lambda *_: OrderAccess.OPEN)


class Intruder(NamedTuple):
    """Who tries to open an order, and how the order is by then."""

    says: str
    client: Callable[[], Client]
    knows_key: bool
    is_customers: bool = False
    is_old: bool = False


def _somebody() -> Client:
    client = Client()
    client.force_login(make_user())
    return client


INTRUDERS = (
    Intruder("a visitor without the key", Client, knows_key=False),
    Intruder("another customer without the key", _somebody, knows_key=False),
    Intruder("a visitor with the key of a customer's order", Client, knows_key=True, is_customers=True),
    Intruder("another customer with the key of a customer's order", _somebody, knows_key=True, is_customers=True),
    Intruder("a visitor with a guest's key after ten minutes", Client, knows_key=True, is_old=True),
    Intruder("another customer with a guest's key after ten minutes", _somebody, knows_key=True, is_old=True),
)


@attack(without=OPEN)
def test_every_page_and_deed_of_an_order(provider: ProviderDouble) -> Tries:
    for name in (*PAGES, *DEEDS):
        for who in INTRUDERS:
            order = _order(DECLINED if name in ("order_cancel", "order_pay") else "pm_good")
            owner = make_user() if who.is_customers else None
            placed_at = timezone.now() - timedelta(days=3 if who.is_old else 0)
            Order.objects.filter(pk=order.pk).update(user=owner, placed_at=placed_at)
            path = link(name, order) if who.knows_key else link(name, order).replace(order.key, "wc_order_wrong")
            client = who.client()
            with written_tables() as tables:
                response = client.post(path, FIELDS) if name in DEEDS else client.get(path)
            yield f"{name}: {who.says}", bool(tables) or _shows(response)


def _order(method: str = "pm_good") -> Order:
    return Order.objects.get(pk=Shopper().puts(make_product(), 2).pays(method).order_id or _newest())


def _newest() -> int:
    return Order.objects.latest("id").pk  # a declined payment is answered without the number


def _shows(response: HttpResponseBase) -> bool:
    is_paper = response.headers["Content-Type"] == "application/pdf"
    content = b"".join(response) if response.streaming else response.content  # type: ignore[attr-defined]
    return response.status_code == 200 and (is_paper or b"Main St" in content or b"Doe" in content)


def _find_any(order_id: int, *_: object) -> Order | None:
    return Order.objects.filter(pk=order_id).first()


UNGUARDED_API = together(
    replaced("vintner.store_api.orders_views.find_order", _find_any),
    replaced("vintner.store_api.orders_views._is_theirs", lambda *_: True),
)


@attack(without=UNGUARDED_API)
def test_an_order_by_the_store_api(provider: ProviderDouble) -> Tries:
    order = _order(DECLINED)
    Order.objects.update(placed_at=timezone.now() - timedelta(days=3))
    root = "/wp-json/wc/store/v1"
    for says, key, email in (
        ("nothing", "", ""),
        ("a wrong key", "wc_order_wrong", order.email),
        ("the key alone", order.key, ""),
        ("the key and another address", order.key, "eve@example.com"),
    ):
        read = Client().get(f"{root}/order/{order.pk}", {"key": key, "billing_email": email})
        yield f"read with {says}", read.status_code == 200
        body = {"key": key, "billing_email": email, "payment_method": "stripe", "payment_data": card()}
        paid = Client().post(f"{root}/checkout/{order.pk}", body, content_type="application/json")
        yield f"paid with {says}", paid.status_code == 200


FINDS = together(
    replaced("vintner.order_pages.access_views.find_order", _find_any),
    replaced("vintner.order_pages.access_views._access_of", lambda *_: OrderAccess.OTHERS),
)


@attack(without=FINDS)
def test_looking_for_numbers_of_orders(provider: ProviderDouble) -> Tries:
    """A wrong key of an order that is there is answered like one of none, as `make attacks` says also in time."""
    order = _order()
    answers = {}
    for number in (order.pk, UNKNOWN):
        path = f"/checkout/order-pay/{number}/?pay_for_order=true&key=wc_order_wrong"
        response = Client().get(path, headers={"Accept": "application/json"})
        answers[number] = (response.status_code, response.content)
    yield "other bytes", answers[order.pk] != answers[UNKNOWN]
    if FULL:
        yield "other times", _p_of_times(order.pk, many(0, 2_000)) < 0.001


def _p_of_times(number: int, count: int) -> float:
    times: dict[int, list[float]] = {number: [], UNKNOWN: []}
    client = Client()
    for _ in range(count):
        for each, found in times.items():
            begun = perf_counter()
            client.get(f"/wp-json/wc/store/v1/order/{each}", {"key": "wc_order_wrong"})
            found.append(perf_counter() - begun)
    return mann_whitney(times[number], times[UNKNOWN])


def _victim() -> User:
    return User.objects.get(email="victim@example.com")


@attack(without=replaced("vintner.customers.middleware.user_of", lambda _: _victim()))
def test_what_is_in_somebody_else_s_account() -> Tries:
    """Every address of the account with a number: it answers like one that nobody has, and writes nothing."""
    numbers = _belongings(make_user("victim@example.com"))
    client = _somebody()
    for path, pattern in addresses():
        owned = next((kind for kind in numbers if kind in str(pattern.name)), None)
        if not path.startswith("/my-source/") or "<int:" not in path or "<int:page>" in path or owned is None:
            continue
        named, _, rest = path.replace("<str:former>", "x").partition("<int:")
        for method in (client.get, client.post):
            with written_tables() as tables:
                answers = [
                    _told(method(f"{named}{number}{rest.partition('>')[2]}"), number)
                    for number in (numbers[owned], UNKNOWN)
                ]
            yield f"{method.__name__} {path}", answers[0] != answers[1] or bool(tables)


def _told(response: HttpResponseBase, number: int) -> tuple[int, str]:
    # Unquoted first: the 2 of "%2F" is no number.
    where = re.sub(rf"(?<!\d){number}(?!\d)", "N", unquote(response.headers.get("Location", "")))
    return response.status_code, where


def _belongings(user: User) -> dict[str, int]:
    """Return the number of one thing of each kind, by a word in the names of its addresses."""
    customer = ProviderCustomer.objects.create(user=user, customer_id="cus_victim")
    facts = {"fingerprint": "f", "brand": "visa", "last_four": "4242", "expires_year": 2040, "expires_month": 12}
    subscription = make_subscription(user=user)
    return {
        "order": subscription.first_order_id,
        "subscription": subscription.pk,
        "undelay_box": subscription.pk,
        "address": SavedAddress.objects.create(user=user, first_name="Ana", country="US").pk,
        "card": SavedMethod.objects.create(customer=customer, method_id="pm_victim", **facts).pk,
        "alert": Alert.objects.create(product=make_product(), email=user.email, user=user, consent="yes").pk,
        "archive": Export.objects.create(user=user, ready_at=timezone.now(), archive=b"PK").pk,
    }
