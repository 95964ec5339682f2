"""What a shopper does to pay by a type, step by step."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from vintner.checkout.place_order_views import PAYMENT_FIELD
from vintner.payments.attempts import attempts
from vintner.payments.models import Payment
from vintner.payments.tests.sales import Market
from vintner.payments.types import BY_NAME, Flow
from vintner.store_api.tests.buying import order
from vintner.testing.shopper import CheckoutAnswer, Shopper


def begin_payment(market: Market, shopper: Shopper, *, losing: bool = False) -> CheckoutAnswer:
    """Send the checkout as the page does for the type."""
    if BY_NAME[market.kind].supports_deferred or market.kind == "blik":
        answer = market.pays(shopper, market.method(losing=losing))
    else:
        fields = {"payment_method_type": market.kind, "stripe_order_id": "", "_ajax_nonce": shopper.token()}
        opened = shopper.call("wc_stripe_create_payment_intent", **fields)
        assert opened["success"] is True, opened
        answer = market.pays(shopper, "", wc_payment_intent_id=str(opened["data"]["id"]))  # type: ignore[index]
    assert answer.result == "success", answer.messages
    return answer


def continue_payment(market: Market, shopper: Shopper, answer: CheckoutAnswer, *, losing: bool = False) -> None:
    """Do what the page does with the answer, up to where the shopper has to act elsewhere."""
    method_type = BY_NAME[market.kind]
    if method_type.in_browser:
        secret = answer.redirect.split(":")[2 if method_type.flow is Flow.VOUCHER else 3]
        assert market.sandbox.confirm(secret) == "requires_action"
    elif answer.redirect.startswith("#wc-stripe-confirm"):
        secret = answer.redirect.split(":")[2]
        assert market.sandbox.confirm(secret, market.method(losing=losing)) in ("requires_action", "processing")
    if method_type.flow is Flow.VOUCHER or answer.redirect.startswith("#wc-stripe-confirm"):
        report_status(shopper)


def follow_return(shopper: Shopper, **query: str) -> tuple[str, list[str]]:
    """Follow the provider's way back; return where it leads, and what is said there: at the top, and of the payment."""
    where = urlsplit(attempts.build_return_url(get_payment()))
    fields = {name: values[0] for name, values in parse_qs(where.query).items()}
    answer = shopper.client.get(where.path, {**fields, "payment_intent_client_secret": "x", **query})
    assert answer.status_code == 302, answer.content
    place = answer["Location"]
    page = shopper.client.get(place, headers={"Accept": "application/json"}).json()
    declines = [error for error in page.get("errors", []) if error["field"] == PAYMENT_FIELD]
    return place, [str(each["text"]) for each in [*page["shared"]["notices"], *declines]]


def get_payment() -> Payment:
    return Payment.objects.select_related("order").get()


def report_status(shopper: Shopper) -> dict[str, object]:
    payment = get_payment()
    token = shopper.client.get("/cart/", headers={"Accept": "application/json"}).json()["csrf_token"]
    return shopper.confirms(payment.order_id, str(payment.intent_id), token=token)


def build_checkout(code: str, **data: str) -> dict[str, Any]:
    """Return a Store API checkout that pays by this type; the parcel and the bill stay in the store's own country."""
    payment_data = [{"key": name, "value": value} for name, value in {"payment_method": code, **data}.items()]
    return order(payment_method=code, payment_data=payment_data)
