"""One payment's events in every order, repeated or missing: the same end, one e-mail, one bottle less.

News come signed through the webhook's own view and are worked on by its job; the browser's return and the reconciler
read the intent as well. What two orderings have in common is done once: the database goes back to where they part, and
where two of them have led to the very same rows, they go on as one.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import permutations
from random import Random

import pytest
from django.db import connection, transaction
from django.test import RequestFactory
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from vintner.cart.models import Cart
from vintner.checkout.forms import CheckoutForm
from vintner.checkout.place_order import place_order
from vintner.checkout.tests.form import filled_in
from vintner.money import Money
from vintner.orders.invariants import audit
from vintner.payments import jobs
from vintner.payments.attempts.open_intents import find_or_open
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import refresh_payment, start_payment
from vintner.payments.calls import webhook
from vintner.payments.gateway import Intent, WebhookEvent
from vintner.payments.models import Payment, ProviderEvent
from vintner.payments.provider import _read_access
from vintner.payments.stripe.gateway import StripeGateway
from vintner.payments.tests.webhooks.events import SECRET, sign_event
from vintner.payments.types import CARD
from vintner.testing.builders import make_cart, make_product
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble

pytestmark = [pytest.mark.usefixtures("store"), pytest.mark.slow]

BEFORE = ("payment_intent.created", "payment_intent.requires_action")
AFTER = ("payment_intent.processing", "charge.succeeded", "payment_intent.succeeded", "charge.updated")
"""What the provider tells of a card whose bank asks: before the bank's yes, and after it."""
EVENTS = (*BEFORE, *AFTER)
YES, RETURN, RECONCILER = "the bank's yes", "the browser's return", "the reconciler"
STEPS = (*EVENTS, YES, RETURN, RECONCILER)
MULTISETS, PLAYED, SEED = 2000, 90, 20260601

STANDS = """
SELECT json_build_object(
    'order', (SELECT json_agg(json_build_array(status, paid_at IS NULL)) FROM orders_order),
    'attempts', (SELECT json_agg(json_build_array(status, intent_id, charge_id, captured, card, error_code,
        busy_until IS NULL, closed_at IS NULL, given_up_at IS NULL) ORDER BY attempt) FROM payments_payment),
    'history', (SELECT json_agg(json_build_array(was, became, note, alert) ORDER BY id) FROM orders_orderevent),
    'emails', (SELECT json_agg(json_build_array(kind, about, "to") ORDER BY kind, about) FROM orders_email),
    'bottles', (SELECT json_agg(json_build_array(on_hand, reserved)) FROM catalogue_variation),
    'held', (SELECT json_agg(json_build_array(quantity, sold, ended_at IS NULL)) FROM orders_stockreservation),
    'cart', (SELECT json_agg(json_build_array(quantity, removed_at IS NULL)) FROM cart_cartline),
    'sent', (SELECT json_agg(json_build_array(bottles, taken_back_at IS NULL)) FROM shipping_sent),
    'news', (SELECT json_agg(json_build_array(event_id, handled_at IS NULL) ORDER BY event_id)
             FROM payments_providerevent),
    'jobs', (SELECT json_agg(task_name ORDER BY task_name) FROM procrastinate_jobs)
)::text
"""
"""All rows that news of a payment can change, without numbers and times, which differ each time."""
END = """
SELECT o.status,
    (SELECT string_agg(status, ' ') FROM payments_payment),
    (SELECT string_agg(was || '>' || became, ' ' ORDER BY id) FROM orders_orderevent WHERE became <> ''),
    (SELECT count(*) FROM orders_orderevent WHERE alert),
    (SELECT string_agg(kind, ' ' ORDER BY kind) FROM orders_email),
    (SELECT string_agg(on_hand || '/' || reserved, ' ') FROM catalogue_variation),
    (SELECT count(*) FROM cart_cartline WHERE removed_at IS NULL),
    (SELECT count(*) FROM payments_providerevent WHERE handled_at IS NULL)
FROM orders_order o
"""
THE_END = ("processing", "succeeded", ">pending pending>processing", 0, "new_order processing", "8/0", 0, 0)
"""Paid once; one e-mail to the shopper and one to the merchant; of nine bottles one has left; no news is waiting."""


class Provider(ProviderDouble):
    """A provider that answers as the intent stands, and whose news are read as the real one's."""

    def read_event(self, body: bytes, signature: str) -> WebhookEvent:
        return StripeGateway(_read_access()).read_event(body, signature)


@dataclass
class EventStory:
    """An order that waits for the bank, and all ways on from there: from how everything stands, by a step, to how it
    stands then.
    """

    provider: Provider
    payment: Payment
    ways: dict[str, dict[str, str]] = field(default_factory=dict)
    ends: dict[str, tuple[object, ...]] = field(default_factory=dict)
    played: int = 0

    def explore(self) -> str:
        """Go all ways on from here, and come back. Returns how everything stands here."""
        here = self._stands()
        if here not in self.ways:
            assert audit() == []
            self.ways[here], self.ends[here] = {}, self.end()
            for step in STEPS:
                with self._and_back():
                    self.bring(step)
                    self.ways[here][step] = self.explore()
        return here

    def leads_to(self, steps: Iterable[str]) -> tuple[object, ...]:
        """Return the end of an ordering."""
        here = next(iter(self.ways))
        for step in steps:
            here = self.ways[here][step]
        return self.ends[here]

    def play(self, steps: Iterable[str]) -> tuple[object, ...]:
        """Play every step of one ordering, and return its end."""
        with self._and_back():
            for step in steps:
                self.bring(step)
            return self.end()

    @contextmanager
    def _and_back(self) -> Iterator[None]:
        """Undo what happens in here, at the provider as well."""
        point, intents = transaction.savepoint(), dict(self.provider.intents)
        try:
            yield
        finally:
            transaction.savepoint_rollback(point)
            self.provider.intents = intents

    def bring(self, step: str) -> None:
        """Let something happen. What tells of the bank's yes comes after it."""
        self.played += 1
        if step in (YES, RETURN, *AFTER):
            self._say_yes()
        if step == RETURN:
            refresh_payment(Payment.objects.select_related("order").get(pk=self.payment.pk))
        elif step == RECONCILER:
            Payment.objects.update(changed_at=timezone.now() - timedelta(minutes=3))
            jobs.reconcile(0)
        elif step != YES:
            self._tell(step)

    def _say_yes(self) -> None:
        intent_id = str(self.payment.intent_id)
        if self.provider.intents[intent_id].status in ("requires_action", "requires_payment_method"):
            self.provider.confirm(intent_id)

    def _tell(self, kind: str) -> None:
        """Deliver an event, and let its job work on it if it has one. That of a repeat works as well, as one whose end
        was not recorded.
        """
        intent, made = self.provider.intents[str(self.payment.intent_id)], kind == "payment_intent.succeeded"
        subject = _charge(intent) if kind.startswith("charge") else _payment_intent(intent, made=made)
        event = {"id": f"evt_{kind}", "type": kind, "livemode": False, "data": {"object": subject}}
        body = json.dumps(event).encode()
        request = RequestFactory().post(
            "/?wc-api=wc_stripe", body, "application/json", headers={"Stripe-Signature": sign_event(body)}
        )
        assert webhook(request).status_code == 200
        news = ProviderEvent.objects.get(event_id=event["id"])
        for job in ProcrastinateJob.objects.filter(task_name="payments.handle_event", args__event_pk=news.pk):
            jobs.handle_event(**job.args)

    def _stands(self) -> str:
        [row] = self._asked(STANDS)
        return f"{row[0]} {self.provider.intents[str(self.payment.intent_id)].status}"

    def end(self) -> tuple[object, ...]:
        [row] = self._asked(END)
        return row

    def _asked(self, sql: str) -> list[tuple[object, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            rows: list[tuple[object, ...]] = cursor.fetchall()
            return rows


def _charge(intent: Intent) -> dict[str, object]:
    """The charge of a paid intent, with the fields of the provider's that the store reads."""
    return {
        "object": "charge",
        "id": intent.charge_id,
        "payment_intent": intent.id,
        "amount": intent.amount.minor,
        "amount_captured": intent.received.minor,
        "captured": True,
        "currency": intent.currency.lower(),
        "customer": intent.customer_id or None,
        "status": "succeeded",
    }


def _payment_intent(intent: Intent, *, made: bool) -> dict[str, object]:
    """The intent as the store reads it in an event: paid, or as it was before that."""
    return {
        "object": "payment_intent",
        "id": intent.id,
        "amount": intent.amount.minor,
        "amount_received": intent.received.minor if made else 0,
        "currency": intent.currency.lower(),
        "customer": intent.customer_id or None,
        "latest_charge": intent.charge_id if made else None,
        "status": "succeeded" if made else "processing",
    }


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Provider:
    provider = Provider()
    settings.STRIPE_WEBHOOK_SECRETS = [SECRET]
    monkeypatch.setattr("vintner.payments.provider._gateway", lambda access: provider)
    return provider


@pytest.fixture
def story(provider: Provider) -> EventStory:
    cart = make_cart((make_product(stock=9), 1))
    return place_and_start(provider, cart, filled_in(THREE_D_SECURE))


@pytest.fixture
def opened_story(provider: Provider) -> EventStory:
    """The intent, and the first news of it, were there before the order; the browser confirms it."""
    cart = make_cart((make_product(stock=9), 1))
    opened = find_or_open(cart.pk, CARD, Money(900), "USD", "")
    news = ProviderEvent.objects.create(event_id="evt_0", type="payment_intent.created", object_id=opened.id)
    jobs.handle_event(news.pk)
    return place_and_start(provider, cart, replace(filled_in(""), payment_input=PaymentInput("", intent_id=opened.id)))


def place_and_start(provider: Provider, cart: Cart, form: CheckoutForm) -> EventStory:
    placed = place_order(cart.pk, form, user=None, now=timezone.now())
    assert placed.payment is not None
    return EventStory(provider, start_payment(placed.payment.pk).payment)


@pytest.mark.sweep
def test_every_ordering_has_the_same_end(story: EventStory) -> None:
    """All 720 orders of the six events with the browser's return at each of the seven places, and 2,000 orderings of
    none, one or two of each with the reconciler at the end.
    """
    story.explore()
    assert len(story.ways) > 2 ** len(AFTER)
    orders = list(permutations((*EVENTS, RETURN)))
    assert (len(orders), {story.leads_to(each) for each in orders}) == (720 * 7, {THE_END})
    chance = Random(SEED)  # noqa: S311 - the same orderings each time
    some = [(*_some(chance), RECONCILER) for _ in range(MULTISETS)]
    assert (len(some), {story.leads_to(each) for each in some}) == (MULTISETS, {THE_END})
    assert story.leads_to((YES, RECONCILER)) == THE_END


def test_orders_of_the_events_played_step_by_step(story: EventStory) -> None:
    """What was reached on another way counts as the same above; here every step is played. The bank has said yes
    before any event comes.
    """
    story.bring(YES)
    chance = Random(SEED)  # noqa: S311 - the same orders each time
    some = chance.sample(list(permutations(EVENTS)), PLAYED)
    assert {story.play(each) for each in some} == {THE_END}


@pytest.mark.sweep
def test_an_intent_that_was_there_before_its_order_ends_the_same(opened_story: EventStory) -> None:
    opened_story.explore()
    orders = list(permutations((*EVENTS, RETURN)))
    assert (len(orders), {opened_story.leads_to(each) for each in orders}) == (720 * 7, {THE_END})
    assert opened_story.leads_to((YES, RECONCILER)) == THE_END


def _some(chance: Random) -> list[str]:
    """Return news in a random order, each none to two times; the bank's yes is somewhere before it is told of."""
    news = [kind for kind in (*EVENTS, RETURN) for _ in range(chance.randint(0, 2))]
    chance.shuffle(news)
    told_at = next((place for place, kind in enumerate(news) if kind not in BEFORE), len(news))
    news.insert(chance.randint(0, told_at), YES)
    return news
