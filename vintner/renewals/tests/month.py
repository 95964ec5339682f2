"""A month of renewals in about a minute: store and provider go by one clock, and a seed decides all that happens.

The same seed replays the same month: what subscribers do, what banks answer, and where the worker dies.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final
from unittest.mock import patch
from uuid import UUID

from django.db import transaction

from vintner.customers.models import User
from vintner.orders import jobs as order_jobs
from vintner.orders.models import Order
from vintner.payments import jobs as payment_jobs
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import PaymentFailed, charge_attempt
from vintner.payments.models import Payment, ProviderCustomer, SavedMethod
from vintner.refusal import Refusal
from vintner.renewals import announcements, dates
from vintner.renewals.charging import renew_box
from vintner.renewals.claims import CLAIM, claim_due_box
from vintner.subscriptions import boxes, cancellations, subscriptions
from vintner.subscriptions.models import Box, Subscription, SubscriptionNotice
from vintner.subscriptions.rules import OPEN_BOXES, SHORTEST_NOTICE, BoxState, SubscriptionStatus
from vintner.testing.builders import make_box_wine, make_plan, make_subscription, set_stock
from vintner.testing.sandbox import VISA, Sandbox

START: Final = datetime(2030, 2, 28, 20, tzinfo=UTC)
"""Daylight saving begins within the month that follows."""
STEP: Final = timedelta(hours=6)
GOOD, BROKE, LOST, ASKS = VISA, "4000000000000341", "4000000000009987", "4000002760003184"
CADENCES: Final = (("day", 3), ("week", 1), ("week", 2), ("day", 10), ("month", 1))


class Killed(BaseException):
    """The worker dies here."""


@dataclass
class Clock:
    """The time of store and provider."""

    sandbox: Sandbox
    now: datetime = START

    def begin(self) -> None:
        self.sandbox.advance(int((self.now - datetime.now(UTC)).total_seconds()))

    def go_on(self, by: timedelta) -> None:
        self.now += by
        self.sandbox.advance(int(by.total_seconds()))


@dataclass
class Month:
    """What has happened so far. `wrong` says what must not have; it is empty after a good month."""

    sandbox: Sandbox
    seed: int
    subscribers: int = 24
    days: int = 31
    wrong: list[str] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)  # noqa: S311 - replays a month
        self.clock = Clock(self.sandbox)
        self.old_methods: dict[int, set[str]] = {}
        self.paid_by_old: dict[int, int] = {}
        self.to_pay: Order | None = None
        self.looked_at: set[int] = set()
        self.deadly = ""

    def play(self) -> "Month":
        """Let the month pass. The store is open, and has no subscriptions."""
        with patch("django.utils.timezone.now", lambda: self.clock.now), patch("vintner.chaos.point", self._die):
            self.clock.begin()
            self._subscribe()
            while self.clock.now < START + timedelta(days=self.days) and not self.wrong:
                self._step()
            self._finish()
        return self

    def _subscribe(self) -> None:
        for number in range(self.subscribers):
            unit, count = CADENCES[number % len(CADENCES)]
            plan = make_plan(interval_unit=unit, interval_count=count, skips_in_a_row=2)
            begun = make_subscription(make_box_wine(plan, stock=40), now=self.clock.now)
            begun.method = self._make_method(begun)
            begun.save()

    def _make_method(self, subscription: Subscription, number: str = GOOD) -> SavedMethod:
        user = User.objects.get(subscriptions=subscription)
        customer = ProviderCustomer.objects.filter(user=user).first()
        if customer is None:
            name = self.sandbox.open_customer(subscription.email)
            customer = ProviderCustomer.objects.create(user=user, customer_id=name)
        card = self.sandbox.card()
        self.sandbox.attach(card, customer.customer_id)
        self.sandbox.turn(card, number)
        return SavedMethod.objects.create(
            customer=customer,
            method_id=card,
            fingerprint=f"of {card}",
            brand="visa",
            last_four=number[-4:],
            expires_year=2040,
            expires_month=12,
        )

    def _step(self) -> None:
        self.clock.go_on(STEP)
        for subscription in Subscription.objects.order_by("pk"):
            if self.chance.random() < 0.06:
                self._happen(subscription)
        self._work()
        self._check()

    def _happen(self, subscription: Subscription) -> None:
        """Let something happen to a subscription. What may not be done is refused, as on its page."""
        name, act = self.chance.choice(_EVENTS)
        try:
            with transaction.atomic():
                act(self, subscriptions.lock(subscription.pk))
            self.happened[name] += 1
        except Refusal:
            self.happened[f"{name}, refused"] += 1

    def turn_card(self, subscription: Subscription) -> None:
        if subscription.method is not None:
            self.sandbox.turn(subscription.method.method_id, self.chance.choice((GOOD, GOOD, BROKE, LOST, ASKS)))

    def change_method(self, subscription: Subscription) -> None:
        old = subscription.method
        subscription.method = self._make_method(subscription)
        subscription.save(update_fields=["method"])
        if old is not None:
            self.old_methods.setdefault(subscription.pk, set()).add(old.method_id)
            self.paid_by_old[subscription.pk] = self._charges_by_old(subscription.pk)
        boxes.retry_with_new_method(subscription, self.clock.now)

    def _charges_by_old(self, subscription_id: int) -> int:
        paid = Payment.objects.filter(order__boxes__subscription_id=subscription_id, status="succeeded")
        return paid.filter(method__in=self.old_methods.get(subscription_id, ())).count()

    def sell_out(self, subscription: Subscription) -> None:
        set_stock(subscription.variation, self.chance.choice((0, 40)))

    def pay_by_link(self, subscription: Subscription) -> None:
        box = Box.objects.filter(subscription=subscription, state=BoxState.ACTION, order__isnull=False).first()
        self.to_pay = box.order if box is not None else None

    def _pay_orders(self) -> None:
        """Pay by its link what a subscriber has opened: outside of any transaction, as a request does."""
        order, self.to_pay = self.to_pay, None
        if order is None:
            return
        try:
            paid = pay_again(order.pk, PaymentInput(self.sandbox.card(), page=Payment.Page.ORDER), self.clock.now)
            charge_attempt(paid.pk)
        except (Refusal, PaymentFailed):
            self.happened["link, refused"] += 1

    def _work(self) -> None:
        """Let the jobs run as they do within six hours; now and then the worker dies in the middle."""
        announcements.announce_due_boxes(self.clock.now)
        dates.end_pauses(self.clock.now)
        dates.end_cancelled_subscriptions(self.clock.now)
        dates.end_unpaid_boxes(self.clock.now)
        self._pay_orders()
        for _ in range(3):
            self.deadly = self.chance.choice(_DEADLY) if self.chance.random() < 0.3 else ""
            self._charge_all()
            self.clock.go_on(CLAIM)
        self.deadly = ""
        self._charge_all()
        for job in (payment_jobs.reconcile, payment_jobs.cancel_unpaid, order_jobs.expire_holds):
            job(0)

    def _charge_all(self) -> None:
        while (box := claim_due_box(self.clock.now)) is not None:
            try:
                renew_box(box, self.clock.now)
            except Killed:
                self.happened["worker killed"] += 1

    def _die(self, name: str) -> None:
        if name == self.deadly:
            self.deadly = ""
            raise Killed

    def _check(self) -> None:
        """Look for what must never be."""
        taken = {int(number): each["captured_count"] for number, each in self.sandbox.ledger().items() if number}
        charged = Counter[UUID | None]()
        for pk, cart_id in Order.objects.filter(pk__in=taken).values_list("pk", "cart_id"):
            charged[cart_id] += taken[pk]
        for box in Box.objects.filter(number__gt=1):
            charges = charged[box.cart_id]
            if charges > 1 or charges != (box.state == BoxState.PAID):
                self._find(f"box {box.number} of {box.subscription_id} is {box.state} and was charged {charges} times")
            if charges and box.pk not in self.looked_at and not self._was_told(box):
                self._find(f"box {box.number} of {box.subscription_id} was charged without a notice in time")
            self.looked_at |= {box.pk} if charges else set()
        open_boxes = Counter(
            Box.objects.filter(state__in=[each.value for each in OPEN_BOXES]).values_list("subscription_id", flat=True)
        )
        if any(count > 1 for count in open_boxes.values()):
            self._find("boxes pile up")
        for subscription_id, known in self.paid_by_old.items():
            if self._charges_by_old(subscription_id) != known:
                self._find(f"the old method of {subscription_id} was charged after it was changed")

    def _was_told(self, box: Box) -> bool:
        order = Order.objects.get(boxes=box)
        told = SubscriptionNotice.objects.filter(subscription=box.subscription_id, kind="charge")
        earlier = told.filter(about__startswith=f"box {box.number} ", at__lte=order.placed_at - SHORTEST_NOTICE)
        return earlier.exists() and box.announced_total is not None and order.total <= box.announced_total

    def _find(self, what: str) -> None:
        self.wrong.append(f"seed {self.seed}, {self.clock.now:%Y-%m-%d %H:%M}: {what}")

    def _finish(self) -> None:
        """Look for boxes that were forgotten: due for a day, of a living subscription, and without a reason."""
        late = self.clock.now - timedelta(days=1)
        going_on = Box.objects.filter(subscription__status__in=(SubscriptionStatus.ACTIVE,), next_try_at__lt=late)
        for box in going_on.filter(state__in=(BoxState.SCHEDULED, BoxState.CHARGING, BoxState.RETRYING)):
            self._find(f"box {box.number} of {box.subscription_id} was forgotten: {box.state}, due {box.due_at}")
        self.happened["boxes paid"] = Box.objects.filter(state=BoxState.PAID, number__gt=1).count()


def _skip(month: Month, subscription: Subscription) -> None:
    subscriptions.skip_box(subscription, month.clock.now)


def _delay(month: Month, subscription: Subscription) -> None:
    box = subscriptions.lock_open_box(subscription)
    if box is not None:
        subscriptions.delay_box(subscription, box.due_at + timedelta(days=month.chance.randint(1, 9)), month.clock.now)


def _pause(month: Month, subscription: Subscription) -> None:
    until = month.clock.now + timedelta(days=month.chance.randint(2, 12))
    subscriptions.pause(subscription, until, month.clock.now)


def _cancel(month: Month, subscription: Subscription) -> None:
    if month.chance.random() < 0.3:
        cancellations.cancel(subscription, month.clock.now)


_EVENTS: Final[tuple[tuple[str, Callable[[Month, Subscription], None]], ...]] = (
    ("skip", _skip),
    ("delay", _delay),
    ("pause", _pause),
    ("cancel", _cancel),
    ("reactivate", lambda month, each: cancellations.reactivate(each, month.clock.now)),
    ("resume", lambda month, each: subscriptions.resume(each, month.clock.now)),
    ("card", Month.turn_card),
    ("card", Month.turn_card),
    ("method", Month.change_method),
    ("stock", Month.sell_out),
    ("link", Month.pay_by_link),
)
_DEADLY: Final = (
    "after_box_is_claimed",
    "after_box_cart",
    "after_order_commit",
    "after_provider_call",
    "before_apply_commit",
    "after_renewal_charge",
    "before_outcome_commit",
)
