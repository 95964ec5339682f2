"""Background jobs of payments. An event is only a hint: its object is read again from the provider."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app
from pydantic import TypeAdapter

from vintner import chaos
from vintner.orders import stock
from vintner.orders.jobs import PAYMENTS
from vintner.orders.models import Order, Refund
from vintner.orders.rules import Status
from vintner.payments import refunds
from vintner.payments.attempts import open_intents
from vintner.payments.attempts.abandon import end_unpaid_order
from vintner.payments.attempts.apply_intent import ForeignIntent, apply_intent
from vintner.payments.attempts.attempts import find_order_id
from vintner.payments.attempts.lost_answers import list_intents
from vintner.payments.attempts.return_money import requested_refunds
from vintner.payments.attempts.rules import OPEN_PAYMENT_STATUSES, PaymentStatus
from vintner.payments.attempts.start_payment import refresh_payment
from vintner.payments.disputes import cases
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import CardSetup, Payment, ProviderCustomer, ProviderEvent, SavedMethod
from vintner.payments.provider import gateway, may_detach_cards
from vintner.payments.returns import planned_returns
from vintner.payments.saved_methods import setups, webhook_events
from vintner.payments.saved_methods.rules import ACTION_LIFETIME, OPEN_SETUP_STATUSES, PROOF_LIFETIME, SetupStatus
from vintner.payments.wallets import domains
from vintner.payments.webhooks.events import ReportedPayment
from vintner.payments.webhooks.recorded import is_recorded
from vintner.web.isolation import isolated, take_turns
from vintner.web.jobs import cancel_failed_jobs

SILENCE_LIMIT = timedelta(minutes=2)
"""The reconciler reads the intent of an attempt that has not changed for this long."""
UNHANDLED_LIMIT = timedelta(minutes=10)
"""An event that was not handled for this long is handled again: its job was lost or failed."""
WHILE_DOWN = RetryStrategy(max_attempts=10, exponential_wait=3, retry_exceptions=[ProviderDown])
"""Tries again while the provider gives no answer, after longer and longer pauses."""
PAYMENT_FAILED_EVENT = "payment_intent.payment_failed"
"""The event for each payment method that failed for an intent."""

REPORTS = TypeAdapter(ReportedPayment)

log = logging.getLogger(__name__)


@app.task(name="payments.handle_event", queue=PAYMENTS, retry=WHILE_DOWN)
def handle_event(event_pk: int, report: dict[str, object] | None = None) -> None:
    """Read the object of an event from the provider, and apply it. Events of foreign objects change nothing.

    `report` holds the fields of a ReportedPayment. If the payment was recorded like that since the event came, nothing
    is read.
    """
    event = ProviderEvent.objects.get(pk=event_pk)
    if event.object_id and not (report and is_recorded(REPORTS.validate_python(report))):
        _refresh_subject(event)
    chaos.point("before_event_is_handled")
    ProviderEvent.objects.filter(pk=event_pk, handled_at=None).update(handled_at=timezone.now())


def _refresh_subject(event: ProviderEvent) -> None:
    resource = event.type.partition(".")[0]
    if event.type == "customer.deleted":
        webhook_events.refresh_customer(event.object_id)
    elif resource == "payment_method":
        webhook_events.refresh_card(event.object_id, may_be_new=event.type == "payment_method.attached")
    elif resource == "review" or event.type.startswith("charge.dispute."):
        cases.refresh_case(event.object_id)
    elif resource == "setup_intent":
        _apply_setup(event)
    elif resource != "customer":
        _apply_payment(event)


def _apply_setup(event: ProviderEvent) -> None:
    intent = gateway().find_setup(event.object_id)
    try:
        if intent is not None:
            setups.apply_setup(intent)
    except ForeignIntent as error:
        log.info("event %s: %s", event.event_id, error)


def _apply_payment(event: ProviderEvent) -> None:
    intent = gateway().find(event.object_id)
    order_id = find_order_id(intent) if intent else None
    if intent is not None and order_id is None:
        if intent.error is not None:
            open_intents.give_up(intent.id, timezone.now())
        if event.type == PAYMENT_FAILED_EVENT and event.handled_at is None:
            open_intents.count_decline(intent.id)
    if intent is not None and order_id is not None:
        try:
            apply_intent(order_id, intent)
            if "refund" in event.type:
                refunds.refresh_refunds(order_id, intent.id)
        except ForeignIntent as error:
            log.warning("event %s: %s", event.event_id, error)


@app.task(name="payments.end_intent", queue=PAYMENTS, retry=WHILE_DOWN)
def end_intent(payment_id: int) -> None:
    """Cancel the intent of a declined attempt, because a browser has its secret."""
    payment = Payment.objects.get(pk=payment_id)
    if payment.status == PaymentStatus.DECLINED and payment.intent_id is not None:
        try:
            apply_intent(payment.order_id, gateway().cancel(payment.intent_id))
        except ForeignIntent as error:  # an opened intent that never got its order
            log.info("attempt %s of order %s: %s", payment.attempt, payment.order_id, error)


@app.task(name="payments.return_money", queue=PAYMENTS, retry=WHILE_DOWN)
def return_money(payment_id: int) -> None:
    """Void or refund money that came for an order that cannot take it. Harmless when it is done already."""
    payment = Payment.objects.get(pk=payment_id)
    if payment.status == PaymentStatus.UNEXPECTED and payment.closed_at is None:
        payment = apply_intent(payment.order_id, gateway().cancel(str(payment.intent_id)))
        chaos.point("after_void_of_unexpected")
    for requested in requested_refunds(payment):
        refunds.send_refund(requested.pk)


@app.periodic(cron="* * * * *")
@app.task(name="payments.return_forgotten_money", queue=PAYMENTS, queueing_lock="payments.return_forgotten_money")
def return_forgotten_money(timestamp: int) -> None:
    """Void authorizations whose job was lost. Refunds without an answer are those of `reconcile_refunds`."""
    unvoided = Payment.objects.filter(status=PaymentStatus.UNEXPECTED, closed_at=None).order_by("pk")
    for pk in take_turns("payments.return_forgotten_money", unvoided.values_list("pk", flat=True)):
        with _tolerate_faults(f"unexpected payment {pk}"):
            return_money(pk)
    unreturned = Refund.objects.filter(order=OuterRef("order")).exclude(state=Refund.State.DONE)
    returned = Payment.objects.exclude(Exists(unreturned)).exclude(status=PaymentStatus.UNEXPECTED, closed_at=None)
    cancel_failed_jobs("payments.return_money", "payment_id", returned)


@app.periodic(cron="* * * * *")
@app.task(name="payments.return_undelivered", queue=PAYMENTS, queueing_lock="payments.return_undelivered")
def return_undelivered(timestamp: int) -> None:
    """Return the money of paid orders whose bottles are gone, when staff has not decided in time."""
    now = timezone.now()
    for pk in take_turns("payments.return_undelivered", planned_returns.due_returns(now).values_list("pk", flat=True)):
        with _tolerate_faults(f"planned return {pk}"):
            planned_returns.carry_out(pk, now)


@app.task(name="payments.end_setup", queue=PAYMENTS, retry=WHILE_DOWN)
def end_setup(setup_id: int) -> None:
    """Cancel the intent of a declined setup, because a browser has its secret."""
    setup = CardSetup.objects.get(pk=setup_id)
    if setup.status == SetupStatus.DECLINED and setup.intent_id is not None:
        setups.cancel_setup(setup)


@app.task(name="payments.detach", queue=PAYMENTS, retry=WHILE_DOWN)
def detach(method_id: str) -> None:
    """Detach a method that was deleted or replaced by a newer record of the same card."""
    if SavedMethod.objects.filter(method_id=method_id).exists():
        return
    if may_detach_cards():
        gateway().detach(method_id)
    else:
        log.warning("card %s stays at the provider: this store has a live key and is not in production", method_id)


@app.task(name="payments.delete_customer", queue=PAYMENTS, retry=WHILE_DOWN)
def delete_customer(customer_id: str) -> None:
    """Delete the customer of an erased account at the provider. One that an account has again stays."""
    if may_detach_cards() and not ProviderCustomer.objects.filter(customer_id=customer_id).exists():
        gateway().delete_customer(customer_id)


@app.periodic(cron="*/5 * * * *")
@app.task(name="payments.reconcile", queue=PAYMENTS, queueing_lock="payments.reconcile")
def reconcile(timestamp: int) -> None:
    """Read the intents of attempts without an event, and of those whose capture or void had no answer."""
    now = timezone.now()
    silent = Q(status__in=OPEN_PAYMENT_STATUSES, changed_at__lt=now - SILENCE_LIMIT)
    requested = Q(status=PaymentStatus.AUTHORIZED, busy_until__lt=now)
    unheard = Payment.objects.filter(silent | requested).order_by("changed_at", "pk")
    listed = None
    with _tolerate_faults("the list of attempts without an answer"):
        listed = list_intents(unheard.filter(intent_id=None).select_related("order"), now)
    for pk in take_turns("payments.reconcile", unheard.values_list("pk", flat=True)):
        with _tolerate_faults(f"payment {pk}"):
            payment = Payment.objects.select_related("order").get(pk=pk)
            if payment.intent_id is not None:
                refresh_payment(payment)
                Payment.objects.filter(pk=pk, busy_until__lt=now).update(busy_until=None)
            elif listed is not None:
                listed.apply_to(payment)


@app.periodic(cron="*/5 * * * *")
@app.task(name="payments.read_forgotten_news", queue=PAYMENTS, queueing_lock="payments.read_forgotten_news")
def handle_forgotten_events(timestamp: int) -> None:
    """Handle events whose job was lost or failed. Events of refunds and disputes are sent only once.

    The task keeps its old name, under which jobs are stored.
    """
    late = ProviderEvent.objects.filter(handled_at=None, received_at__lt=timezone.now() - UNHANDLED_LIMIT)
    unread = late.order_by("received_at", "pk")
    for pk in take_turns("payments.read_forgotten_news", unread.values_list("pk", flat=True)):
        with _tolerate_faults(f"event {pk}"):
            handle_event(pk)
    cancel_failed_jobs("payments.handle_event", "event_pk", ProviderEvent.objects.exclude(handled_at=None))


@contextmanager
def _tolerate_faults(what: str) -> Iterator[None]:
    """Log faults of one row and go on with the next one. The row is tried again in the next round."""
    with isolated(what):
        try:
            yield
        except (ProviderDown, ForeignIntent) as error:
            log.warning("%s stays open: %s", what, error)


@app.periodic(cron="*/5 * * * *")
@app.task(name="payments.reconcile_setups", queue=PAYMENTS, queueing_lock="payments.reconcile_setups")
def reconcile_setups(timestamp: int) -> None:
    """Read the intents of setups without an event; cancel those that the customer left unanswered."""
    now = timezone.now()
    silent = CardSetup.objects.filter(status__in=OPEN_SETUP_STATUSES, changed_at__lt=now - SILENCE_LIMIT)
    unheard = silent.order_by("changed_at", "pk")
    for pk in take_turns("payments.reconcile_setups", unheard.values_list("pk", flat=True)):
        with _tolerate_faults(f"card setup {pk}"):
            found = setups.refresh_setup(CardSetup.objects.select_related("user").get(pk=pk))
            good_for = PROOF_LIFETIME if found.provider_page else ACTION_LIFETIME
            if found.status in OPEN_SETUP_STATUSES and found.created_at < now - good_for:
                setups.cancel_setup(found)


@app.periodic(cron="37 * * * *")
@app.task(name="payments.give_up_open_intents", queue=PAYMENTS, queueing_lock="payments.give_up_open_intents")
def give_up_open_intents(timestamp: int) -> None:
    """Cancel intents that pages opened and did not use."""
    now = timezone.now()
    unused = dict(open_intents.find_unused(now).values_list("pk", "intent_id"))
    for pk in take_turns("payments.give_up_open_intents", unused):
        with _tolerate_faults(f"unused intent {unused[pk]}"):
            open_intents.give_up(str(unused[pk]), now)


@app.periodic(cron="23 * * * *")
@app.task(name="payments.reconcile_set_aside", queue=PAYMENTS, queueing_lock="payments.reconcile_set_aside")
def reconcile_set_aside(timestamp: int) -> None:
    """Read the intents of authorized payments: they may have been captured at the provider, or released after a
    week.
    """
    aside = Payment.objects.filter(status=PaymentStatus.AUTHORIZED).order_by("pk")
    for pk in take_turns("payments.reconcile_set_aside", aside.values_list("pk", flat=True)):
        with _tolerate_faults(f"payment {pk}"):
            refresh_payment(Payment.objects.select_related("order").get(pk=pk))


@app.periodic(cron="*/5 * * * *")
@app.task(name="payments.reconcile_refunds", queue=PAYMENTS, queueing_lock="payments.reconcile_refunds")
def reconcile_refunds(timestamp: int) -> None:
    """Finish refunds whose answer was lost, or that never reached the provider."""
    silent = Refund.objects.filter(state=Refund.State.REQUESTED, busy_until__lt=timezone.now())
    unheard = silent.order_by("busy_until", "pk")
    for pk in take_turns("payments.reconcile_refunds", unheard.values_list("pk", flat=True)):
        with _tolerate_faults(f"refund {pk}"):
            refunds.retry_refund(pk)


@app.periodic(cron="53 * * * *")
@app.task(name="payments.read_pending_refunds", queue=PAYMENTS, queueing_lock="payments.read_pending_refunds")
def read_pending_refunds(timestamp: int) -> None:
    """Read refunds that the provider accepted and has not made yet: their event may have been lost."""
    pending = Refund.objects.filter(state=Refund.State.DONE, is_pending=True).order_by("pk")
    for pk in take_turns("payments.read_pending_refunds", pending.values_list("pk", flat=True)):
        with _tolerate_faults(f"refund {pk}"):
            refund = Refund.objects.get(pk=pk)
            refunds.refresh_refunds(refund.order_id, refund.intent_id)


@app.periodic(cron="11 4 * * *")
@app.task(name="payments.check_domain", queue=PAYMENTS, queueing_lock="payments.check_domain", retry=WHILE_DOWN)
def check_domain(timestamp: int = 0) -> None:
    """Ask the provider about the store's domain while wallets are offered, so that the health page knows its state."""
    domain = domains.store_domain()
    if domains.chosen_wallets() and domains.is_public(domain):
        domains.check_domain(domain, timezone.now())


@app.periodic(cron="* * * * *")
@app.task(name="payments.cancel_unpaid", queue=PAYMENTS, queueing_lock="payments.cancel_unpaid")
def cancel_unpaid(timestamp: int) -> None:
    """End pending orders whose bottles are no longer reserved."""
    pending = Order.objects.filter(pk__in=stock.expired_holds(timezone.now()), status=Status.PENDING)
    for pk in take_turns("payments.cancel_unpaid", pending.order_by("placed_at", "pk").values_list("pk", flat=True)):
        with _tolerate_faults(f"unpaid order {pk}"):
            end_unpaid_order(Order.objects.get(pk=pk))
