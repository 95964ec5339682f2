"""22. The log holds no secret and nothing personal, after all that a customer does."""

import pytest
from django.conf import settings as configured
from django.test import Client
from pytest_django import Settings

from tests.attack.attack import Tries, attack, replaced
from tests.attack.log_lines import logged
from vintner.accounts.auth_forms.tests.visitor import Visitor
from vintner.orders.models import Order
from vintner.orders.ownership import link, pay_link
from vintner.payments.tests.webhooks.events import build_event, deliver_event, sign_event
from vintner.testing.builders import make_product
from vintner.testing.provider import DECLINED, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
PASSWORD = "canary violet tractor moons"
EMAIL = "canary.quibbletree@example.com"
PERSON = {
    "billing_first_name": "Canaryfirst",
    "billing_last_name": "Canarylast",
    "billing_address_1": "12 Canarystreet",
    "billing_city": "Canarycity",
    "billing_phone": "(415) 741-5550",
    "billing_email": EMAIL,
    "order_comments": "canary comment",
}
CARD = "4242424242424242"


def _whole_address(request: object) -> str:
    return request.get_full_path()  # type: ignore[attr-defined,no-any-return]


@attack(without=replaced("vintner.web.middleware.LoggedRequests.format_request", staticmethod(_whole_address)))
def test_canaries_of_a_whole_order(provider: ProviderDouble, settings: Settings) -> Tries:
    settings.STRIPE_WEBHOOK_SECRETS = ["whsec_canary"]
    for as_json in (True, False):
        with logged(as_json=as_json) as text:
            secrets = _live()
        log = text.getvalue()
        assert "request_started" in log
        for says, secret in secrets.items():
            yield f"{says} in {'JSON' if as_json else 'text'}", bool(secret) and secret in log
        Order.objects.update(email="")


def _live() -> dict[str, str]:
    """Do what customers do, with mistakes; return what must not be in the log."""
    shopper = Shopper()
    for card in (DECLINED, THREE_D_SECURE, "pm_canary"):
        shopper.puts(make_product())
        token = shopper.token()
        shopper.pays(card, **PERSON, card_number=CARD, account_password=PASSWORD)
    order = Order.objects.latest("id")
    for path in (link("order_received", order), pay_link(order), f"{link('order_received', order)}&redirect_status=x"):
        Client().get(path)
    Client().get(link("order_received", order).replace(order.key, "wrong"))
    secret = "pi_1_secret_canary"
    Client().get("/my-source/payment-methods/", {"setup_intent": "seti_1", "setup_intent_client_secret": secret})
    visitor = Visitor()
    visitor.sends("login", **{"xoo-el-username": EMAIL, "xoo-el-password": PASSWORD})
    visitor.client.post("/my-source/lost-password/", {"user_login": EMAIL, "csrfmiddlewaretoken": visitor.token})
    visitor.client.get("/my-source/lost-password/1/canary-reset-key/")
    Client().get("/metrics/payments", headers={"Authorization": "Bearer canary-metrics"})
    Client().get("/?reset_password=true&key=canary-key", headers={"Referer": "/x?key=canary-referer"})
    body = build_event("evt_canary")
    deliver_event(Client(), body, sign_event(body, secret="whsec_other"))
    session = shopper.client.cookies.get(configured.SESSION_COOKIE_NAME)
    return {
        **{f"{name}": value for name, value in PERSON.items()},
        "card": CARD,
        "password": PASSWORD,
        "key of the order": order.key,
        "client secret": secret,
        "form token": token,
        "session": session.value if session else "",
        "metrics token": "canary-metrics",
        "key in the address": "canary-key",
        "key in the referrer": "canary-referer",
        "webhook secret": "whsec_canary",
        "provider key": configured.STRIPE_SECRET_KEY,
        "secret key": configured.SECRET_KEY,
    }
