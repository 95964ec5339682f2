"""The permanent record of orders. Lines and amounts never change once they are written."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from vintner.catalogue.models import Variation
from vintner.catalogue.wine_label import WineLabel
from vintner.money import ZERO, Money, MoneyField
from vintner.pricing.models import Coupon, Promotion


def new_key() -> str:
    """Return the secret that lets a guest open an order: WooCommerce's prefix and 128 random bits."""
    return f"wc_order_{secrets.token_urlsafe(16)}"


class Order(models.Model):
    """A snapshot of a quote, with customer, addresses and status."""

    class Status(models.TextChoices):
        DRAFT = "checkout-draft", "Draft"
        PENDING = "pending", "Pending payment"
        PROCESSING = "processing", "Processing"
        ON_HOLD = "on-hold", "On hold"
        COMPLETED = "completed", "Completed"
        CANCELLED = "cancelled", "Cancelled"
        REFUNDED = "refunded", "Refunded"
        FAILED = "failed", "Failed"

    key = models.CharField(max_length=60, unique=True, default=new_key, editable=False)
    status = models.CharField(max_length=14, choices=Status, default=Status.PENDING, editable=False)
    cart_id = models.UUIDField(null=True, editable=False, db_index=True, help_text="The cart it was placed from.")
    cart_hash = models.CharField(max_length=64, editable=False, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="orders"
    )
    placed_at = models.DateTimeField(auto_now_add=True)
    paid_at = models.DateTimeField(null=True, editable=False)
    currency = models.CharField(max_length=3, default="USD", editable=False)
    email = models.EmailField()
    billing = models.JSONField(help_text="first_name … phone, as addresses.Address writes it.")
    shipping = models.JSONField(default=dict)
    customer_note = models.TextField(blank=True)
    payment_method = models.CharField(max_length=40, default="stripe")
    payment_title = models.CharField(max_length=80, blank=True)
    shipping_rate = models.CharField(max_length=40, blank=True)
    shipping_title = models.CharField(max_length=80, blank=True)
    subtotal = MoneyField(default=ZERO)
    discount = MoneyField(default=ZERO)
    shipping_total = MoneyField(default=ZERO)
    fee_total = MoneyField(default=ZERO, help_text="Below zero: promotions that are told as fees.")
    tax_total = MoneyField(default=ZERO)
    total = MoneyField(default=ZERO)
    seal = models.CharField(
        max_length=32,
        blank=True,
        editable=False,
        help_text="What was bought, as the database summed it up when placed.",
    )

    class Meta:
        ordering = ["-placed_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    total=F("subtotal") - F("discount") + F("shipping_total") + F("fee_total") + F("tax_total")
                ),
                name="order_adds_up",
            ),
            models.CheckConstraint(condition=Q(total__gte=ZERO), name="order_total_not_negative"),
            models.UniqueConstraint(
                fields=["cart_id"], condition=Q(status="pending"), name="one_pending_order_per_cart"
            ),
            models.UniqueConstraint(
                fields=["cart_id"], condition=Q(status="checkout-draft"), name="one_draft_per_cart"
            ),
        ]
        indexes = [
            models.Index(fields=["-placed_at", "-id"], name="orders_newest_first"),
            models.Index(fields=["status", "-placed_at", "-id"], name="orders_by_status"),
        ]

    def __str__(self) -> str:
        return f"Order {self.number}"

    @property
    def number(self) -> str:
        """The number that shoppers see: the id, as in WooCommerce."""
        return str(self.pk)


class OrderLine(models.Model):
    """A quantity of one variation, as it was named and priced when the order was placed."""

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="lines")
    variation = models.ForeignKey(Variation, null=True, on_delete=models.SET_NULL, related_name="+")
    product_id = models.BigIntegerField()
    sku = models.CharField(max_length=80, blank=True)
    producer = models.CharField(max_length=120, blank=True, default="", db_default="")
    name = models.CharField(max_length=200)
    vintage = models.CharField(max_length=300, blank=True, default="", db_default="")
    size = models.CharField(max_length=300, blank=True, default="", db_default="")
    options = models.CharField(max_length=300, blank=True, help_text="What else was chosen: Age: 20 years")
    quantity = models.PositiveIntegerField()
    regular_unit_price = MoneyField()
    subtotal = MoneyField(help_text="After promotions, before coupons and tax.")
    discount = MoneyField(default=ZERO)
    tax = MoneyField(default=ZERO)
    promotion = models.CharField(max_length=300, blank=True, help_text="The promotions that lowered its price.")
    given = models.BooleanField(default=False, help_text="A promotion put it in.")

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["product_id"], name="order_lines_by_product")]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.name}"

    @property
    def label(self) -> WineLabel:
        """The bottle's label at the time when the order was placed."""
        return WineLabel(
            producer=self.producer, name=self.name, vintage=self.vintage, size=self.size, options=self.options
        )

    @property
    def unit_price(self) -> Money:
        """The price of a bottle; if the line does not divide evenly, to the nearest cent, half a cent up."""
        return Money((2 * self.subtotal.minor + self.quantity) // (2 * self.quantity))


class OrderAdjustment(models.Model):
    """An amount of the order besides its lines, recorded with its label.

    A promotion's saving is only informative: the lines' amounts are after it. Discounts and coupons add up to the
    order's discount, fees to its fees, taxes to its tax.
    """

    class Kind(models.TextChoices):
        PROMOTION = "promotion"
        DISCOUNT = "discount"
        COUPON = "coupon"
        FEE = "fee"
        TAX = "tax"

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="adjustments")
    kind = models.CharField(max_length=10, choices=Kind)
    label = models.CharField(max_length=120)
    rate = models.CharField(max_length=20, blank=True, help_text="7.25%")
    amount = MoneyField()

    def __str__(self) -> str:
        return f"{self.label}: {self.amount}"


class OrderEvent(models.Model):
    """An event or note in an order's history, with its time. Changes of status have both statuses."""

    class Kind(models.TextChoices):
        """Who wrote it and who reads it: the store for staff, staff for staff, or staff for the customer."""

        SYSTEM = "system"
        PRIVATE = "private", "Private note"
        CUSTOMER = "customer", "Note to the customer"

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.SYSTEM)
    at = models.DateTimeField(auto_now_add=True)
    was = models.CharField(max_length=14, blank=True)
    became = models.CharField(max_length=14, blank=True)
    note = models.CharField(max_length=2000, blank=True)
    alert = models.BooleanField(default=False, help_text="A person has to look at this.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.note or f"{self.was} → {self.became}"


class OrderEdit(models.Model):
    """A change that staff made to an unpaid order. Lines and amounts of a placed order change in no other way.

    While it is open, the database allows the order to be rewritten; no transaction can end with one open. `was` and the
    seals are written by the database itself (orders/migrations/sql/edits.sql).
    """

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="edits")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    was = models.JSONField(default=dict, editable=False, help_text="The order, its lines and adjustments before.")
    seal_before = models.CharField(max_length=32, blank=True, editable=False)
    seal_after = models.CharField(max_length=32, blank=True, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"Change of order {self.order_id}, {self.at:%Y-%m-%d}"


class StockReservation(models.Model):
    """Bottles held for an unpaid order until `expires_at`; ends once, by sale or by release."""

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="reservations")
    variation = models.ForeignKey(Variation, on_delete=models.CASCADE, related_name="+")
    quantity = models.PositiveIntegerField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    sold = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["order", "variation"], name="one_reservation_per_order")]
        indexes = [models.Index(fields=["expires_at"], condition=Q(ended_at=None), name="open_reservations")]

    def __str__(self) -> str:
        return f"{self.quantity} bottles held for order {self.order_id}"


class Redemption(models.Model):
    """A coupon or promotion that an order uses. It is given back once, when the order is cancelled."""

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="redemptions")
    coupon = models.ForeignKey(Coupon, null=True, on_delete=models.SET_NULL, related_name="redemptions")
    promotion = models.ForeignKey(Promotion, null=True, on_delete=models.SET_NULL, related_name="+")
    code = models.CharField(max_length=120, help_text="The coupon's code, or the promotion's title.")
    counted = models.BooleanField(default=False, help_text="It had a limit when it was used.")
    held_at = models.DateTimeField(auto_now_add=True)
    released_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["order", "coupon"], name="coupon_once_per_order"),
            models.UniqueConstraint(fields=["order", "promotion"], name="promotion_once_per_order"),
            models.CheckConstraint(
                condition=Q(coupon__isnull=True) | Q(promotion__isnull=True), name="coupon_or_promotion"
            ),
        ]

    def __str__(self) -> str:
        return f"Discount used by order {self.order_id}"


class CouponClaim(models.Model):
    """The nth use of a coupon by somebody: an account or an e-mail address. Exists while the use counts."""

    redemption = models.ForeignKey(Redemption, on_delete=models.CASCADE, related_name="claims")
    coupon = models.ForeignKey(Coupon, on_delete=models.CASCADE, related_name="+")
    who = models.CharField(max_length=80)
    nth = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["coupon", "who", "nth"], name="coupon_claim_once")]

    def __str__(self) -> str:
        return f"Use {self.nth} of a coupon by {self.who}"


class Refund(models.Model):
    """A refund of an order. The row is written before the card service is asked (payments/refunds.py)."""

    class State(models.TextChoices):
        REQUESTED = "requested"
        DONE = "done"
        FAILED = "failed"

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="refunds")
    amount = MoneyField()
    delivery = MoneyField(default=ZERO, db_default=ZERO, help_text="The part of it for the delivery, without tax.")
    delivery_tax = MoneyField(default=ZERO, db_default=ZERO)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    restock = models.BooleanField(default=False, help_text="The bottles of its lines go back on the shelf.")
    intent_id = models.CharField(
        max_length=80, blank=True, help_text="The payment it goes back to; blank when it is paid back by hand."
    )
    key = models.CharField(max_length=120, unique=True, help_text="Makes a repeat of the call harmless.")
    provider_id = models.CharField(max_length=80, unique=True, null=True)
    state = models.CharField(max_length=9, choices=State, default=State.REQUESTED)
    error = models.CharField(max_length=500, blank=True)
    busy_until = models.DateTimeField(null=True, help_text="Until then a request may still be waiting for the answer.")
    requested_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=ZERO), name="refund_above_zero"),
            models.CheckConstraint(
                condition=Q(delivery__gte=ZERO, delivery_tax__gte=ZERO, amount__gte=F("delivery") + F("delivery_tax")),
                name="refund_of_delivery_within_refund",
            ),
        ]
        indexes = [models.Index(fields=["busy_until"], condition=Q(state="requested"), name="open_refunds")]

    def __str__(self) -> str:
        return f"{self.amount} of order {self.order_id}"


class RefundLine(models.Model):
    """The part of a refund for bottles of one line. The rest is for the delivery, or goodwill."""

    refund = models.ForeignKey(Refund, on_delete=models.CASCADE, related_name="lines")
    line = models.ForeignKey(OrderLine, on_delete=models.CASCADE, related_name="refunds")
    quantity = models.PositiveIntegerField(help_text="Zero: money back, bottles kept.")
    amount = MoneyField(help_text="Without tax.")
    tax = MoneyField(default=ZERO)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["refund", "line"], name="line_once_per_refund"),
            models.CheckConstraint(condition=Q(amount__gte=ZERO, tax__gte=ZERO), name="refund_line_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} of refund {self.refund_id}"


class Email(models.Model):
    """An e-mail, written in the same transaction as its reason; `sent_at` is set when it was sent.

    Each try is claimed first, by moving `next_try_at` beyond the end of the longest try (orders/emails/delivery.py).
    """

    order = models.ForeignKey(Order, null=True, blank=True, on_delete=models.CASCADE, related_name="emails")
    kind = models.CharField(max_length=40)
    about = models.CharField(max_length=40, blank=True, help_text="Which refund, note …, where an order has several.")
    to = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    html = models.TextField()
    message_id = models.CharField(max_length=120, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    next_try_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=500, blank=True, help_text="Why the last try failed.")
    sent_at = models.DateTimeField(null=True)
    given_up_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["order", "kind", "about"], name="email_once")]
        indexes = [
            models.Index(fields=["next_try_at"], condition=Q(sent_at=None, given_up_at=None), name="emails_to_be_sent")
        ]

    def __str__(self) -> str:
        return self.subject

    @property
    def state(self) -> str:
        """The state as a text."""
        if self.sent_at:
            return "sent"
        return "could not be delivered" if self.given_up_at else "waiting"
