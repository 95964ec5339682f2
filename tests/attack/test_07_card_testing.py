"""7. Stolen cards are not tried out here: every way to the provider has limits, from one browser and from many."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from tests.attack.attack import FULL, Tries, attack, without_limits
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.ownership import pay_link
from vintner.payments.tests.cardholder import Cardholder
from vintner.store_api.tests.buying import buys, puts
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import Shopper
from vintner.web.models import Tries as Counts

pytestmark = pytest.mark.usefixtures("store")
OWN, FROM_ADDRESS, TRIES = (5, 10, 100) if FULL else (1, 2, 4)
CALLS = ("pay", "set_up", "open")


@pytest.fixture(autouse=True)
def _limits_of_a_live_store(settings: Settings) -> None:
    settings.LIMITS = {
        **settings.LIMITS,
        "failed_payments": (OWN, 3600),
        "failed_payments_from": (FROM_ADDRESS, 3600),
        "cards_added": (20, 3600),
        "intents_opened": (30, 3600),
    }


class Thief:
    """Somebody with many stolen cards, who tries them by one way: in one browser, or each in a new one."""

    def __init__(self, provider: ProviderDouble, *, rotates: bool) -> None:
        self._provider, self._rotates = provider, rotates
        self._browsers: dict[str, object] = {}

    def by_checkout(self) -> None:
        self._shopper().pays(DECLINED)

    def by_store_api(self) -> None:
        client = self._kept("api", self._api_client)
        buys(client, DECLINED)

    def by_order(self) -> None:
        """Pay for an order that is there, by the link to it."""
        shopper, order = self._kept("order", self._with_order)
        fields = {"woocommerce_pay": "1", "payment_method": "stripe", "wc-stripe-payment-method": DECLINED}
        shopper.client.post(pay_link(order), {**fields, "csrfmiddlewaretoken": _token(shopper)})

    def by_account(self) -> None:
        """Have a card saved, without paying."""
        self._kept("account", self._holder).adds(DECLINED)

    def by_open_intent(self) -> None:
        """Open an intent, whose secret lets a browser try cards at the provider."""
        shopper = self._shopper()
        shopper.call("wc_stripe_create_payment_intent", stripe_order_id="", _ajax_nonce=_token(shopper))

    def _shopper(self) -> Shopper:
        shopper: Shopper = self._kept("shop", lambda: Shopper().puts(make_product()))
        return shopper

    def _api_client(self) -> ApiClient:
        client = ApiClient()
        puts(client)
        return client

    def _with_order(self) -> tuple[Shopper, Order]:
        """Return a new browser and an order that was placed and declined at another address of the network."""
        before, number = len(self._provider.calls), Order.objects.count()
        elsewhere = Client(enforce_csrf_checks=True, REMOTE_ADDR=f"192.0.2.{number}")
        Shopper(elsewhere).puts(make_product()).pays(DECLINED)
        del self._provider.calls[before:]
        return Shopper(), Order.objects.latest("id")

    def _holder(self) -> Cardholder:
        return Cardholder(email=f"thief{User.objects.count()}@example.com")

    def _kept(self, name: str, make: Callable[[], Any]) -> Any:  # noqa: ANN401 - as it is made
        if self._rotates or name not in self._browsers:
            self._browsers[name] = make()
        return self._browsers[name]


def _token(shopper: Shopper) -> str:
    if "csrftoken" not in shopper.client.cookies:
        shopper.client.get("/cart/", headers={"Accept": "application/json"})
    return shopper.client.cookies["csrftoken"].value


WAYS = ("by_checkout", "by_store_api", "by_order", "by_account", "by_open_intent")
LIMITS = without_limits("failed_payments", "failed_payments_from", "cards_added", "intents_opened")


@attack(without=LIMITS)
def test_many_cards_in_one_browser(provider: ProviderDouble) -> Tries:
    for way in WAYS[:4]:
        reached = _reach(provider, Thief(provider, rotates=False), way)
        yield f"{way}: {reached} at the provider", reached > OWN + 1  # the order that is paid for has one before
        Counts.objects.all().delete()


@attack(without=LIMITS)
def test_a_new_browser_for_each_card(provider: ProviderDouble) -> Tries:
    """All ways together have one limit for the address of the network."""
    for way in WAYS[:3]:
        reached = _reach(provider, Thief(provider, rotates=True), way)
        yield f"{way}: {reached} at the provider", reached > FROM_ADDRESS
        Counts.objects.all().delete()


@attack(without=LIMITS)
def test_after_the_limit_no_other_way_is_open(provider: ProviderDouble) -> Tries:
    _reach(provider, Thief(provider, rotates=True), "by_checkout")
    for way in WAYS:
        before = len(provider.calls)
        getattr(Thief(provider, rotates=True), way)()
        yield way, any(call in CALLS for call in provider.calls[before:])


def _reach(provider: ProviderDouble, thief: Thief, way: str) -> int:
    before = len(provider.calls)
    for _ in range(TRIES):
        getattr(thief, way)()
    return sum(call in CALLS for call in provider.calls[before:])
