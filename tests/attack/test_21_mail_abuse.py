"""21. Nobody fills somebody else's mailbox by the store, nor writes headers into its e-mails."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.attack.attack import Tries, attack, many, replaced, without_limits
from vintner.alerts.tests.forms import ask
from vintner.catalogue.models import Product
from vintner.orders.models import Email, Order
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper
from vintner.web.models import Tries as Counts

pytestmark = pytest.mark.usefixtures("store")
ADA = "ada@example.com"
TIMES = many(8, 1_000)
MOST = 5
"""E-mails to one address, whatever it is asked for by. Of requests to be told of a wine there are three in a day."""
ADDRESSES = (
    "ada@example.com\r\nBcc: eve@example.com",
    "ada@example.com\nSubject: Buy",
    "ada@example.com%0aBcc:eve@example.com",
    "ada@example.com, eve@example.com",
    "Ada <ada@example.com>",
    "ada@example.com\x00",
    "ada@[127.0.0.1]\r\nX: y",
)


def _by_reset(client: Client, email: str, wine: Product) -> None:
    client.post("/my-source/lost-password/", {"user_login": email})


def _by_code(client: Client, email: str, wine: Product) -> None:
    client.post("/my-source/mailed-code/", {"email": email})


def _by_alert(client: Client, email: str, wine: Product) -> None:
    ask(client, wine, email)


def _by_order_link(client: Client, email: str, wine: Product) -> None:
    number = Order.objects.values_list("pk", flat=True).first() or 1
    client.post("/checkout/find-order/", {"order_number": str(number), "email": email})


WAYS: tuple[Callable[[Client, str, Product], None], ...] = (
    _by_reset,
    _by_code,
    _by_alert,
    _by_order_link,
)
LIMITS = without_limits("password_resets", "login_codes", "alerts", "alert_emails", "order_look_ups")


def _coming() -> Product:
    return make_product(available_from=timezone.now() + timedelta(days=3))


@attack(without=LIMITS)
def test_many_requests_for_one_address() -> Tries:
    """From many addresses of the network: what counts is whose mailbox it is."""
    make_user(ADA)
    for way in WAYS:
        Counts.objects.all().delete()
        Email.objects.all().delete()
        for number in range(TIMES):
            client = Client(REMOTE_ADDR=f"198.51.{number // 250}.{number % 250}")
            way(client, ADA, _coming() if way is _by_alert else make_product() if number == 0 else Product())
        yield f"{way.__name__}: {Email.objects.filter(to=ADA).count()}", Email.objects.filter(to=ADA).count() > MOST


@attack(without=replaced("django.core.validators.EmailValidator.__call__", lambda *_: None))
def test_headers_in_an_address(provider: ProviderDouble, settings: Settings) -> Tries:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    for address in ADDRESSES:
        Email.objects.all().delete()
        mail.outbox = []
        for way in WAYS:
            way(Client(), address, _coming())
        Shopper().puts(make_product()).pays(billing_email=address)
        strange = [each.to for each in Email.objects.all() if not _is_of_store(each.to)]
        yield f"{address!r}: {strange}", bool(strange)


def _is_of_store(to: str) -> bool:
    return to in (ADA, "ada@example.com%0abcc:eve@example.com") or to.endswith("@vintner.example")
