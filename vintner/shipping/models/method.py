"""Shipping methods of zones, and what shipping classes cost."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q

from vintner.money import ZERO, MoneyField
from vintner.shipping.models.zone import Zone
from vintner.shipping.rules import costs
from vintner.shipping.validators import COST_HELP, check_cost

LONGEST_TRANSIT = 60
"""Working days. More is a slip of the pen."""


class Method(models.Model):
    """A way to deliver within a zone. The id in requests is `kind:id` (docs/pricing.md#delivery)."""

    class Kind(models.TextChoices):
        FLAT_RATE = "flat_rate", "Flat rate"
        FREE_SHIPPING = "free_shipping", "Free shipping"
        LOCAL_PICKUP = "local_pickup", "Local pickup"

    class Requires(models.TextChoices):
        NOTHING = "", "Nothing"
        MINIMUM = "min_amount", "A minimum order amount"
        COUPON = "coupon", "A free-shipping coupon"
        EITHER = "either", "A minimum order amount or a coupon"
        BOTH = "both", "A minimum order amount and a coupon"

    class PerClass(models.TextChoices):
        SUM = "class", "The costs of all shipping classes together"
        DEAREST = "order", "The dearest shipping class only"

    zone = models.ForeignKey(Zone, on_delete=models.CASCADE, related_name="methods")
    kind = models.CharField(max_length=16, choices=Kind)
    title = models.CharField(max_length=80)
    description = models.CharField(max_length=200, blank=True)
    carrier = models.CharField(
        max_length=60, blank=True, default="", db_default="", help_text="Shoppers read it with the day: FedEx Ground."
    )
    transit_from = models.PositiveSmallIntegerField(
        "days on the way, at least",
        null=True,
        blank=True,
        validators=[MaxValueValidator(LONGEST_TRANSIT)],
        help_text="Working days. Blank: no day is promised.",
    )
    transit_to = models.PositiveSmallIntegerField(
        "at most", null=True, blank=True, validators=[MaxValueValidator(LONGEST_TRANSIT)], help_text="Working days."
    )
    cost = models.CharField(max_length=costs.LONGEST, blank=True, validators=[check_cost], help_text=COST_HELP)
    pickup_address = models.TextField(
        "place",
        max_length=400,
        blank=True,
        default="",
        db_default="",
        help_text="Line by line. Blank: the store’s address.",
    )
    pickup_hours = models.TextField(
        "opening hours",
        max_length=400,
        blank=True,
        default="",
        db_default="",
        help_text="As shoppers read them, line by line: Mon–Sat, 10 a.m. – 6 p.m.",
    )
    per_class = models.CharField(
        "costs of shipping classes count", max_length=5, choices=PerClass, default=PerClass.SUM
    )
    taxable = models.BooleanField(default=True)
    requires = models.CharField(max_length=10, choices=Requires, default=Requires.NOTHING, blank=True)
    minimum = MoneyField(default=ZERO, help_text="Before tax.")
    before_discounts = models.BooleanField("compare the minimum before coupons and discounts", default=False)
    enabled = models.BooleanField(default=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(transit_from=None, transit_to=None)
                | Q(transit_from__isnull=False, transit_to__isnull=False, transit_to__gte=F("transit_from")),
                name="transit_from_least_to_most",
                violation_error_message="Write both days on the way, the smaller number first, or none.",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class ClassCost(models.Model):
    """What a method costs on top for goods of one shipping class. A flat rate may have these alone."""

    method = models.ForeignKey(Method, on_delete=models.CASCADE, related_name="class_costs")
    shipping_class = models.SlugField(max_length=40, blank=True, help_text="Blank: goods without a shipping class.")
    cost = models.CharField(
        max_length=costs.LONGEST,
        validators=[check_cost],
        help_text=f"{COST_HELP} [qty] and [cost] are those of the class.",
    )

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["method", "shipping_class"], name="class_cost_once")]

    def __str__(self) -> str:
        return self.shipping_class or "no shipping class"
