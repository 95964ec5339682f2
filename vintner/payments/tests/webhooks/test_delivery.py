"""Webhooks from the sandbox's own sender to a running store."""

import pytest
from pytest_django.live_server_helper import LiveServer

from vintner.payments import jobs
from vintner.payments.models import CardSetup, Payment, ProviderCustomer, ProviderEvent, SavedMethod
from vintner.payments.tests.cardholder import Cardholder
from vintner.testing.builders import make_product
from vintner.testing.sandbox import THREE_D_SECURE, Sandbox
from vintner.testing.shopper import Shopper, only_order
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("mischief", "status"),
    [({}, "processing"), ({"duplicate": True, "shuffle": True}, "processing"), ({"bad_signature": True}, "pending")],
    ids=["as they come", "repeated and shuffled", "wrongly signed"],
)
def test_a_payment_that_only_the_provider_tells_about(
    sandbox: Sandbox, live_server: LiveServer, mischief: dict[str, bool], status: str
) -> None:
    open_store()
    sandbox.send_webhooks_to(f"{live_server.url}/?wc-api=wc_stripe")
    sandbox.mischief(**mischief)
    Shopper().puts(make_product()).pays(sandbox.card(THREE_D_SECURE))
    sandbox.answer(str(Payment.objects.get().intent_id))
    assert sandbox.all_delivered()
    for event in ProviderEvent.objects.order_by("-id"):
        jobs.handle_event(event.pk)
    assert (only_order().status, ProviderEvent.objects.exists()) == (status, status == "processing")
    assert sandbox.charges(only_order().pk) == 1


def test_cards_that_only_the_provider_tells_about(sandbox: Sandbox, live_server: LiveServer) -> None:
    """The browser never comes back from the bank; then the card is renewed, and at last the customer is deleted."""
    sandbox.send_webhooks_to(f"{live_server.url}/?wc-api=wc_stripe")
    ana = Cardholder()
    sandbox.answer_setup(ana.adds(sandbox.card(THREE_D_SECURE)).intent_id)
    handle_events(sandbox)
    card = SavedMethod.objects.get()
    assert (CardSetup.objects.get().status, str(card)) == ("succeeded", "Visa •••• 3184")
    sandbox.renew(card.method_id, 2044)
    handle_events(sandbox)
    assert SavedMethod.objects.get().expires_year == 2044
    sandbox.forget(f"customers/{card.customer.customer_id}")
    handle_events(sandbox)
    assert not ProviderCustomer.objects.exists()


def handle_events(sandbox: Sandbox) -> None:
    """Let everything that was sent be worked on, the latest first."""
    assert sandbox.all_delivered()
    for event in ProviderEvent.objects.filter(handled_at=None).order_by("-id"):
        jobs.handle_event(event.pk)
