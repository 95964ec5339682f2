"""What happens to payments in the background. The provider's news are read again there, never believed."""

import logging
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from vintner import chaos
from vintner.orders import stock
from vintner.orders.models import Order, Refund
from vintner.orders.rules import Status
from vintner.payments import card_news, cases, open_intents, refunds, setups
from vintner.payments.abandon import abandon
from vintner.payments.apply_intent import ForeignIntent, apply_intent
from vintner.payments.attempts import order_of
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import CardSetup, Payment, ProviderEvent, SavedMethod
from vintner.payments.provider import gateway, may_forget_cards
from vintner.payments.rules import WAITING, PaymentStatus
from vintner.payments.setup_rules import GOOD_FOR, OPEN, SetupStatus
from vintner.payments.start_payment import look_up

UNHEARD_FOR = timedelta(minutes=2)
"""An attempt without news for so long is asked about."""

log = logging.getLogger(__name__)


@app.task(
    name="payments.handle_event",
    retry=RetryStrategy(max_attempts=10, exponential_wait=3, retry_exceptions=[ProviderDown]),
)
def handle_event(event_pk: int) -> None:
    """Read again what a webhook is about, and apply it. An event of what is not ours is only noted."""
    event = ProviderEvent.objects.get(pk=event_pk)
    if event.object_id:
        _read_again(event)
    chaos.point("before_event_is_handled")
    ProviderEvent.objects.filter(pk=event_pk, handled_at=None).update(handled_at=timezone.now())


def _read_again(event: ProviderEvent) -> None:
    kind = event.type.partition(".")[0]
    if event.type == "customer.deleted":
        card_news.read_customer_again(event.object_id)
    elif kind == "payment_method":
        card_news.read_card_again(event.object_id, may_be_new=event.type == "payment_method.attached")
    elif kind == "review" or event.type.startswith("charge.dispute."):
        cases.read_again(event.object_id)
    elif kind == "setup_intent":
        _apply_setup(event)
    elif kind != "customer":
        _apply_payment(event)


def _apply_setup(event: ProviderEvent) -> None:
    intent = gateway().find_setup(event.object_id)
    try:
        setup = None if intent is None else setups.apply_setup(intent)
        # on an open intent a browser could try one stolen card after the other, past all of the store's limits
        if setup is not None and setup.status == SetupStatus.DECLINED and not setup.method:
            setups.give_up(setup)
    except setups.ForeignSetup as error:
        log.info("event %s: %s", event.event_id, error)


def _apply_payment(event: ProviderEvent) -> None:
    intent = gateway().find(event.object_id)
    order_id = order_of(intent) if intent else None
    if intent is not None and order_id is None and intent.error is not None:
        open_intents.give_up(intent.id, timezone.now())
    if intent is not None and order_id is not None:
        try:
            apply_intent(order_id, intent)
            if "refund" in event.type:
                refunds.bring_up_to_date(order_id, intent.id)
        except ForeignIntent as error:
            log.warning("event %s: %s", event.event_id, error)


@app.task(
    name="payments.detach", retry=RetryStrategy(max_attempts=10, exponential_wait=3, retry_exceptions=[ProviderDown])
)
def detach(method_id: str) -> None:
    """Have the provider forget a card that was deleted, or whose place a newer record of the same card has taken."""
    if SavedMethod.objects.filter(method_id=method_id).exists():
        return
    if may_forget_cards():
        gateway().detach(method_id)
    else:
        log.warning("card %s stays at the provider: this store has a live key and is not in production", method_id)


@app.periodic(cron="*/5 * * * *")
@app.task(name="payments.reconcile", queueing_lock="payments.reconcile")
def reconcile(timestamp: int) -> None:
    """Ask the provider about attempts that nobody brought news of, and about those that staff wanted something of."""
    now = timezone.now()
    silent = Q(status__in=WAITING, changed_at__lt=now - UNHEARD_FOR)
    asked_for = Q(status=PaymentStatus.AUTHORIZED, busy_until__lt=now)
    for payment in Payment.objects.filter(silent | asked_for).select_related("order").order_by("changed_at")[:500]:
        if payment.status == PaymentStatus.PROCESSING:  # what waits for days stands behind the others next time
            Payment.objects.filter(pk=payment.pk).update(changed_at=timezone.now())
        try:
            look_up(payment)
            Payment.objects.filter(pk=payment.pk, busy_until__lt=now).update(busy_until=None)
        except (ProviderDown, ForeignIntent) as error:
            log.warning("attempt %s of order %s stays open: %s", payment.attempt, payment.order_id, error)


@app.periodic(cron="*/5 * * * *")
@app.task(name="payments.reconcile_setups", queueing_lock="payments.reconcile_setups")
def reconcile_setups(timestamp: int) -> None:
    """Ask the provider about cards to be kept that nobody brought news of; end what was left unanswered for long."""
    now = timezone.now()
    unheard = CardSetup.objects.filter(status__in=OPEN, changed_at__lt=now - UNHEARD_FOR).select_related("user")
    for setup in unheard.order_by("changed_at")[:500]:
        try:
            found = setups.look_up(setup)
            if found.status in OPEN and found.created_at < now - GOOD_FOR:
                setups.give_up(found)
        except (ProviderDown, setups.ForeignSetup) as error:
            log.warning("card setup %s stays open: %s", setup.pk, error)


@app.periodic(cron="37 * * * *")
@app.task(name="payments.give_up_open_intents", queueing_lock="payments.give_up_open_intents")
def give_up_open_intents(timestamp: int) -> None:
    """End intents that pages opened and left."""
    for error in open_intents.give_up_old(timezone.now()):
        log.warning("an unused intent stays open: %s", error)


@app.periodic(cron="23 * * * *")
@app.task(name="payments.reconcile_set_aside", queueing_lock="payments.reconcile_set_aside")
def reconcile_set_aside(timestamp: int) -> None:
    """Ask the provider about money that is set aside: it may have been taken there, or let go after a week."""
    for payment in Payment.objects.filter(status=PaymentStatus.AUTHORIZED).select_related("order").order_by("pk"):
        try:
            look_up(payment)
        except (ProviderDown, ForeignIntent) as error:
            log.warning("attempt %s of order %s stays set aside: %s", payment.attempt, payment.order_id, error)


@app.periodic(cron="*/5 * * * *")
@app.task(name="payments.reconcile_refunds", queueing_lock="payments.reconcile_refunds")
def reconcile_refunds(timestamp: int) -> None:
    """Take up refunds whose answer was lost, or that never reached the provider."""
    unheard = Refund.objects.filter(state=Refund.State.REQUESTED, busy_until__lt=timezone.now())
    for refund in unheard.order_by("busy_until")[:200]:
        try:
            refunds.take_up(refund.pk)
        except ProviderDown as error:
            log.warning("refund %s of order %s stays open: %s", refund.pk, refund.order_id, error)


@app.periodic(cron="* * * * *")
@app.task(name="payments.cancel_unpaid", queueing_lock="payments.cancel_unpaid")
def cancel_unpaid(timestamp: int) -> None:
    """End pending orders whose bottles are no longer held for them (resolutions 2.9.7)."""
    pending = Order.objects.filter(pk__in=stock.expired(timezone.now()), status=Status.PENDING)
    for order in pending.order_by("placed_at"):
        try:
            abandon(order, "Cancelled: not paid in time.")
        except (ProviderDown, ForeignIntent) as error:
            log.warning("unpaid order %s stays open: %s", order.pk, error)
