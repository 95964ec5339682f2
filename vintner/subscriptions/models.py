"""Subscriptions, their boxes, what their subscribers agreed to, and what they were told."""

import uuid
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from vintner.catalogue.models import Variation
from vintner.catalogue.plans.plan import Plan
from vintner.catalogue.plans.rules import Cadence, CadenceUnit, PriceRule
from vintner.money import ZERO, MoneyField
from vintner.orders.models import Order
from vintner.payments.models import SavedMethod
from vintner.shipping.rules import DeliveryKind
from vintner.subscriptions.rules import CHARGEABLE, OPEN_BOXES, BoxState, SubscriptionStatus


def _choices(values: type[SubscriptionStatus] | type[BoxState]) -> list[tuple[str, str]]:
    labels = {"cancelled": "Canceled"}
    return [(each.value, labels.get(each, each.value.replace("-", " ").capitalize())) for each in values]


class Subscription(models.Model):
    """A box of one wine, sent to a customer again and again.

    What was agreed is copied from the plan. `price` is what one unit costs in later boxes, before tax and delivery; a
    recurring coupon's saving is part of it. Box n is due `n - anchor_number` cadences after `anchor_at`.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="subscriptions"
    )
    plan = models.ForeignKey(Plan, on_delete=models.PROTECT, related_name="subscriptions")
    variation = models.ForeignKey(Variation, on_delete=models.PROTECT, related_name="+", verbose_name="wine")
    quantity = models.PositiveIntegerField()
    bottles = models.PositiveSmallIntegerField(default=1, db_default=1, help_text="Of one unit, as they were agreed.")
    status = models.CharField(
        max_length=14, choices=_choices(SubscriptionStatus), default=SubscriptionStatus.PENDING, editable=False
    )
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False, help_text="Opens the page of its payment.")
    first_order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="subscriptions")
    price = MoneyField(help_text="Of one unit in later boxes, with what a recurring coupon takes off.")
    full_price = MoneyField(help_text="The same without the coupon.")
    currency = models.CharField(max_length=3)
    price_rule = models.CharField(max_length=7, choices=[(each.value, each.value) for each in PriceRule])
    trial_price = MoneyField(null=True, blank=True)
    trial_boxes = models.PositiveSmallIntegerField(default=0)
    coupon_code = models.CharField(max_length=60, blank=True, help_text="The recurring coupon in the price.")
    interval_count = models.PositiveSmallIntegerField()
    interval_unit = models.CharField(max_length=5, choices=[(each.value, each.value) for each in CadenceUnit])
    least_boxes = models.PositiveSmallIntegerField(default=0)
    most_boxes = models.PositiveSmallIntegerField(default=0)
    skips_in_a_row = models.PositiveSmallIntegerField(default=0)
    longest_pause = models.PositiveSmallIntegerField(default=0)
    anchor_at = models.DateTimeField(help_text="When box `anchor_number` is due.")
    anchor_number = models.IntegerField(default=1)
    email = models.EmailField()
    billing = models.JSONField()
    shipping = models.JSONField(default=dict)
    shipping_rate = models.CharField(max_length=40, blank=True)
    method = models.ForeignKey(
        SavedMethod,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="subscriptions",
        help_text="What is charged. Without one, each box is paid by hand.",
    )
    method_chosen_at = models.DateTimeField(
        null=True, editable=False, help_text="When the subscriber chose the method. An older choice changes nothing."
    )
    paused_until = models.DateTimeField(
        null=True, blank=True, help_text="It survives a cancellation, so that taking that back does not end the pause."
    )
    cancel_after_box = models.PositiveIntegerField(
        null=True, blank=True, help_text="The subscriber leaves after this box, when the commitment is over."
    )
    started_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField("canceled at", null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True, help_text="Until then what was paid for runs.")
    ended_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(quantity__range=(1, 999)), name="subscription_quantity_1_to_999"),
            models.CheckConstraint(condition=Q(interval_count__range=(1, 99)), name="subscription_interval_in_range"),
            models.CheckConstraint(condition=Q(price__gte=ZERO), name="subscription_price_not_negative"),
            models.CheckConstraint(
                condition=Q(paused_until=None)
                | Q(status__in=[SubscriptionStatus.ON_HOLD.value, SubscriptionStatus.PENDING_CANCEL.value]),
                name="subscription_is_paused_on_hold",
            ),
            models.UniqueConstraint(fields=["first_order", "variation"], name="subscription_once_per_order"),
        ]
        indexes = [
            models.Index(fields=["status", "-id"], name="subscriptions_by_status"),
            models.Index(fields=["ends_at"], condition=Q(status="pending-cancel"), name="subscriptions_that_run_out"),
            models.Index(fields=["paused_until"], condition=Q(status="on-hold"), name="paused_subscriptions"),
        ]

    def __str__(self) -> str:
        return f"Subscription {self.pk}"

    @property
    def number(self) -> str:
        """The number that subscribers see."""
        return str(self.pk)

    @property
    def cadence(self) -> Cadence:
        return Cadence(self.interval_count, CadenceUnit(self.interval_unit))

    @property
    def is_paused(self) -> bool:
        """Whether nothing is charged until `paused_until`. A cancelled subscription is not paused."""
        return self.paused_until is not None and self.status == SubscriptionStatus.ON_HOLD

    @property
    def is_picked_up(self) -> bool:
        """Whether its boxes are picked up, so that none is sent to its address."""
        return self.shipping_rate.startswith(f"{DeliveryKind.LOCAL_PICKUP}:")

    def may_reactivate(self, now: datetime) -> bool:
        """Return whether the cancellation can be taken back: until what was paid for has run out."""
        if self.status in CHARGEABLE:
            return self.cancel_after_box is not None
        runs = self.ends_at is not None and self.ends_at > now
        return self.status == SubscriptionStatus.PENDING_CANCEL and runs


class Box(models.Model):
    """One box of a subscription: when it is due, and what came of it. The order of a box is that of its cart.

    An order may open several subscriptions, each of which has its first box in it. Later boxes have orders of their
    own.
    """

    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="boxes")
    number = models.PositiveIntegerField(help_text="1 is the box of the order that opened the subscription.")
    state = models.CharField(max_length=10, choices=_choices(BoxState), default=BoxState.SCHEDULED)
    due_at = models.DateTimeField()
    due_before_skip = models.DateTimeField(
        null=True, editable=False, help_text="Its date before a skip moved it behind a pause. An undo restores it."
    )
    next_try_at = models.DateTimeField(help_text="When it is claimed the next time; at first when it is due.")
    claimed_until = models.DateTimeField(null=True, blank=True, help_text="Until then one worker charges it.")
    cart_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, null=True, blank=True, on_delete=models.PROTECT, related_name="boxes")
    declines = models.PositiveSmallIntegerField(default=0)
    noted_payment = models.BigIntegerField(
        default=0, db_default=0, help_text="The last attempt to charge it whose decline was counted."
    )
    reason = models.CharField(max_length=60, blank=True, help_text="Why it is not paid: a code.")
    message = models.CharField(max_length=500, blank=True, help_text="The same in words.")
    announced_total = MoneyField(null=True, blank=True, help_text="What the notice said. No more is charged.")
    announced_at = models.DateTimeField(null=True, blank=True)
    announced_for = models.DateTimeField(null=True, blank=True, help_text="The date that the notice named.")
    wanted_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When its subscriber chose a method for it: what was announced before is charged without waiting.",
    )
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["subscription", "number"]
        verbose_name_plural = "boxes"
        constraints = [
            models.UniqueConstraint(fields=["subscription", "number"], name="box_once_per_subscription"),
            models.UniqueConstraint(fields=["order"], condition=Q(number__gt=1), name="later_box_once_per_order"),
            models.UniqueConstraint(
                fields=["subscription"],
                condition=Q(state__in=sorted(each.value for each in OPEN_BOXES)),
                name="one_open_box_per_subscription",
            ),
        ]
        indexes = [
            models.Index(
                fields=["next_try_at", "id"],
                condition=Q(state__in=[BoxState.SCHEDULED.value, BoxState.RETRYING.value]),
                name="boxes_to_be_charged",
            ),
            models.Index(
                fields=["claimed_until"], condition=Q(state=BoxState.CHARGING.value), name="boxes_being_charged"
            ),
        ]

    def __str__(self) -> str:
        return f"Box {self.number} of subscription {self.subscription_id}"


class SubscriptionEvent(models.Model):
    """An event or note in a subscription's history."""

    class Kind(models.TextChoices):
        """Who did it: the store by itself, the subscriber, or staff for them. A note is by staff for staff."""

        SYSTEM = "system"
        SUBSCRIBER = "subscriber"
        STAFF = "staff"
        NOTE = "note"

    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.SYSTEM)
    at = models.DateTimeField(default=timezone.now)
    was = models.CharField(max_length=14, blank=True)
    became = models.CharField(max_length=14, blank=True)
    text = models.CharField(max_length=1000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.text

    @property
    def status_change(self) -> str:
        """The change of status that the event is, as staff reads it: "Active → On hold"; "" for others."""
        if not self.became:
            return ""
        labels = dict(Subscription._meta.get_field("status").flatchoices)
        return " → ".join(labels.get(each, each) for each in (self.was, self.became) if each)


class SubscriptionConsent(models.Model):
    """What a subscriber agreed to: the very words that were shown, when and where. It is never changed."""

    subscription = models.OneToOneField(Subscription, on_delete=models.CASCADE, related_name="consent")
    words = models.TextField()
    age_fields = models.JSONField(default=dict, help_text="How the age was confirmed, by the checkout's field names.")
    sent_from = models.CharField("internet address", max_length=45, blank=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"Consent of subscription {self.subscription_id}"


class SubscriptionNotice(models.Model):
    """A notice to a subscriber, sent once for what it is about. It is kept for three years as evidence."""

    class Kind(models.TextChoices):
        CHARGE = "charge", "Before a charge"
        PRICE = "price", "Before a price change"
        YEARLY = "yearly", "Yearly reminder"
        FAILED = "failed", "A charge failed"
        ACTION = "action", "The bank asks"
        UNPAID = "unpaid", "A box to be paid by hand"
        BLOCKED = "blocked", "A box may not be sent"
        LEFT_OUT = "left_out", "A box that was not paid is left out"
        CHANGED = "changed", "The subscription changed"

    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=8, choices=Kind)
    about = models.CharField(max_length=60, help_text="Which box and date, which price, which year.")
    subject = models.CharField(max_length=200)
    text = models.TextField()
    to = models.EmailField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["subscription", "kind", "about"], name="subscription_notice_once"),
        ]
        indexes = [models.Index(fields=["at"], name="subscription_notices_by_age")]

    def __str__(self) -> str:
        return self.subject


class AnnouncedPrice(models.Model):
    """A price that was announced: from `applies_from` on, boxes cost it."""

    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="announced_prices")
    price = MoneyField()
    announced_at = models.DateTimeField(default=timezone.now)
    applies_from = models.DateTimeField()
    applied_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["subscription"], condition=Q(applied_at=None), name="one_price_change_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.price} from {self.applies_from:%Y-%m-%d}"
