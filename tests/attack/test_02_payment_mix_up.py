"""2. The browser only hints at a payment. What counts is the provider's intent, if it was made for this very order."""

from dataclasses import replace
from typing import Any

import pytest
from django.http import HttpRequest

from tests.attack.attack import Tries, attack, replaced, together
from vintner.money import Money
from vintner.orders.models import Order
from vintner.payments import jobs
from vintner.payments.attempts import rules
from vintner.payments.gateway import Claim, Intent
from vintner.payments.models import Payment, ProviderEvent
from vintner.testing.builders import make_product
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")


def _owe(price: str) -> tuple[Shopper, Order, str]:
    """Return a shopper who has an order to pay, the order and its intent, which waits for her bank."""
    shopper = Shopper().puts(make_product(price=price))
    order_id = shopper.pays(THREE_D_SECURE).order_id
    return shopper, Order.objects.get(pk=order_id), str(Payment.objects.get(order_id=order_id).intent_id)


def _is_paid(order: Order) -> bool:
    order.refresh_from_db()
    return order.status == "processing"


def _believe_browser(request: HttpRequest) -> tuple[Order, Payment]:
    payment = Payment.objects.select_related("order").filter(order=int(request.POST["order_id"])).latest("id")
    payment.intent_id = request.POST["intent_id"]
    return payment.order, payment


def _last_attempt(order: Order, rows: object, intent: Intent) -> Payment:
    payment = Payment.objects.filter(order=order).latest("id")
    payment.order = order
    payment.intent_id = payment.intent_id or intent.id
    return payment


def _decide(snapshot: rules.PaymentSnapshot) -> rules.PaymentOutcome:
    return rules.decide_payment(replace(snapshot, matches=True))


APPLY = "vintner.payments.attempts.apply_intent."
CALLS = "vintner.payments.calls."
BELIEVES = together(
    replaced(f"{CALLS}_find_own_payment", _believe_browser),
    replaced(f"{APPLY}_find_attempt", _last_attempt),
    replaced(f"{APPLY}decide_payment", _decide),
)


@attack(without=BELIEVES)
def test_a_cheap_payment_for_a_dear_order(provider: ProviderDouble) -> Tries:
    """Also a payment of the same amount, used for two orders."""
    for cheap, dear in (("1.00", "999.00"), ("20.00", "20.00")):
        _, _, paid = _owe(cheap)
        provider.confirm(paid)
        shopper, order, _ = _owe(dear)
        token = shopper.token()
        for call in ("wc_stripe_update_order_status", "wc_stripe_update_failed_order"):
            shopper.call(call, order_id=str(order.pk), intent_id=paid, _ajax_nonce=token)
            yield f"{call}: ${cheap} for ${dear}", _is_paid(order)


@attack(without=replaced(f"{CALLS}_may_pay", lambda *_: True))
def test_somebody_else_s_order(provider: ProviderDouble) -> Tries:
    """A stranger learns nothing of an order and its payment, and ends neither."""
    _, order, intent = _owe("20.00")
    for call in ("wc_stripe_update_order_status", "wc_stripe_update_failed_order"):
        stranger = Shopper().puts(make_product())
        fields = {"order_id": str(order.pk), "intent_id": intent, "_ajax_nonce": stranger.token()}
        yield call, bool(stranger.call(call, **fields)["success"])
    yield "the order has changed", Order.objects.get(pk=order.pk).status != "pending"


TRUSTS_ALL = together(
    replaced(f"{APPLY}is_ours", lambda *_: True),
    replaced("vintner.payments.attempts.attempts.is_ours", lambda *_: True),
)


@attack(without=TRUSTS_ALL)
def test_an_intent_that_the_store_has_not_made(provider: ProviderDouble) -> Tries:
    """An intent of the same account with the order's number in its metadata, while the order knows none of its own."""
    for says in ("nothing", "forged", "another order's"):
        provider.faults = ["after"]
        Shopper().puts(make_product()).pays(THREE_D_SECURE)
        order = Order.objects.latest("id")
        signature = _signature_of_another(provider) if "other" in says else says.replace("nothing", "")
        _announce(provider, _intent(order, Claim(lookup={"order_id": order.pk, "attempt": 1}, signature=signature)))
        yield f"signature: {says}", _is_paid(order)


@attack(without=replaced(f"{APPLY}decide_payment", _decide))
def test_an_intent_of_another_amount_currency_customer_or_type(provider: ProviderDouble) -> Tries:
    """The order's own intent, which says something else than what was asked for."""
    cent = Money(1)
    others: tuple[dict[str, Any], ...] = (
        {"amount": cent, "received": cent},
        {"received": cent},
        {"currency": "IDR"},
        {"customer_id": "cus_other"},
        {"types": ("sepa_debit",)},
    )
    for other in others:
        _, order, intent = _owe("20.00")
        provider.confirm(intent)
        provider.intents[intent] = replace(provider.intents[intent], **other)
        _announce(provider, provider.intents[intent])
        yield str(other), _is_paid(order)


def _intent(order: Order, claim: Claim) -> Intent:
    return Intent(
        id=f"pi_of_{order.pk}",
        status=rules.IntentStatus.SUCCEEDED,
        amount=order.total,
        received=order.total,
        currency=order.currency,
        client_secret="",
        claim=claim,
        types=("card",),
    )


def _signature_of_another(provider: ProviderDouble) -> str:
    _, _, intent = _owe("20.00")
    claim = provider.intents[intent].claim
    assert claim is not None
    return claim.signature


def _announce(provider: ProviderDouble, intent: Intent) -> None:
    provider.intents[intent.id] = intent
    fields = {"type": "payment_intent.succeeded", "object_id": intent.id}
    jobs.handle_event(ProviderEvent.objects.create(event_id=f"evt_{intent.id}", **fields).pk)
