"""Orders, their lines and their adjustments."""

import secrets
from collections.abc import Sequence

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from vintner.catalogue.models import Picture, Variation
from vintner.catalogue.wine_label import WineLabel
from vintner.money import ZERO, Money, MoneyField
from vintner.orders.rules import LONGEST_GIFT_MESSAGE, LONGEST_OPTIONS
from vintner.shipping.arrival_words import arrival_words
from vintner.shipping.models import HoldSeason
from vintner.shipping.rules import Arrival
from vintner.shipping.rules.delivery import DeliveryKind


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
        CANCELLED = "cancelled", "Canceled"
        REFUNDED = "refunded", "Refunded"
        FAILED = "failed", "Failed"

    new_lines: Sequence["OrderLine"] = ()
    """The lines that were written with this object; none of an order that was read."""
    key = models.CharField(max_length=60, unique=True, default=new_key, editable=False)
    number = models.CharField(
        max_length=30,
        unique=True,
        db_default="",
        editable=False,
        help_text="What shoppers see. The database writes it, as `OrderNumbering` says.",
    )
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
    is_gift = models.BooleanField(default=False, db_default=False)
    gift_message = models.CharField(
        max_length=LONGEST_GIFT_MESSAGE, blank=True, default="", db_default="", help_text="Printed on the packing slip."
    )
    gift_without_prices = models.BooleanField(
        default=False, db_default=False, help_text="No invoice and no price may be in the parcel."
    )
    payment_method = models.CharField(max_length=40, default="stripe")
    payment_title = models.CharField(max_length=80, blank=True)
    shipping_rate = models.CharField(max_length=40, blank=True)
    shipping_title = models.CharField(max_length=80, blank=True)
    carrier = models.CharField(max_length=60, blank=True, default="", db_default="")
    arrives_from = models.DateField(null=True, help_text="What was promised when it was placed; of a pickup: ready.")
    arrives_to = models.DateField(null=True)
    hold_kind = models.CharField(
        max_length=4,
        blank=True,
        default="",
        db_default="",
        choices=HoldSeason.Kind,
        help_text="The season that the parcel would have met when the order was placed.",
    )
    ship_not_before = models.DateField(
        null=True,
        help_text="Until when it waits for better weather. Blank in a season: its customer wanted it at once.",
    )
    hold_released_at = models.DateTimeField(null=True, help_text="When staff let it go in spite of the season.")
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

    erased_at = models.DateTimeField(
        null=True, editable=False, help_text="Since then it names nobody: its customer was erased."
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
            models.CheckConstraint(
                condition=Q(ship_not_before=None) | ~Q(hold_kind=""), name="order_waits_for_a_kind_of_weather"
            ),
            models.CheckConstraint(
                condition=Q(is_gift=True) | Q(gift_message="", gift_without_prices=False),
                name="order_gift_options_of_gifts",
            ),
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
            models.Index(fields=["ship_not_before"], condition=Q(ship_not_before__isnull=False), name="orders_by_hold"),
        ]

    def __str__(self) -> str:
        return f"Order {self.number}"

    @property
    def is_pickup(self) -> bool:
        """Whether its customer collects it at the store: there is no parcel then."""
        return self.shipping_rate.partition(":")[0] == DeliveryKind.LOCAL_PICKUP

    @property
    def needs_adult(self) -> bool:
        """Whether an adult has to take it: it has alcohol. What is no longer sold counts as wine. One query."""
        return self.lines.exclude(variation__product__alcoholic=False).exists()

    @property
    def arrival(self) -> Arrival | None:
        """When it was promised to arrive, or to be ready. None if nothing was."""
        if self.arrives_from is None or self.arrives_to is None:
            return None
        return Arrival(earliest=self.arrives_from, latest=self.arrives_to)

    @property
    def arrival_words(self) -> str:
        """By whom and when it comes, '' if nothing was promised."""
        return arrival_words(self.carrier, self.arrival, is_pickup=self.is_pickup)


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
    options = models.CharField(
        max_length=LONGEST_OPTIONS,
        blank=True,
        help_text="What else was chosen: Age: 20 years. Of a gift set: its bottles",
    )
    quantity = models.PositiveIntegerField()
    bottles_each = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="Bottles of one unit: more than one in a box or a gift set."
    )
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
    def picture(self) -> Picture | None:
        """The picture of the variation, or else of its product; None when it is no longer sold."""
        if self.variation is None:
            return None
        return self.variation.picture or self.variation.product.picture

    @property
    def bottles(self) -> int:
        """How many bottles the line is in all."""
        return self.quantity * self.bottles_each

    @property
    def bottles_in_words(self) -> str:
        """What is to be packed: “2”, and of boxes “2 boxes (6 bottles)”."""
        if self.bottles_each == 1:
            return str(self.quantity)
        return f"{self.quantity} {'box' if self.quantity == 1 else 'boxes'} ({self.bottles} bottles)"

    @property
    def unit_price(self) -> Money:
        """The price of a unit; if the line does not divide evenly, to the nearest cent, half a cent up."""
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
