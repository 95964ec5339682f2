"""What staff edit about delivery: zones, methods, and where wine may go."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from vintner.money import ZERO, MoneyField
from vintner.shipping.named_places import check_place, has_states
from vintner.shipping.places import country_name, spoken
from vintner.shipping.rules import continents, costs, wine
from vintner.shipping.validators import COST_HELP, POSTCODES_HELP, check_cost, check_postcodes


class Zone(models.Model):
    """A part of the world with delivery methods of its own. The first zone that matches an address counts.

    One without regions and postcodes is everywhere else, and comes after all others (docs/pricing.md#delivery).
    """

    name = models.CharField(max_length=80)
    postcodes = models.TextField(blank=True, validators=[check_postcodes], help_text=POSTCODES_HELP)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.name


class ZoneRegion(models.Model):
    """A continent, a country, or a state of it, that belongs to a zone."""

    zone = models.ForeignKey(Zone, on_delete=models.CASCADE, related_name="regions")
    continent = models.CharField(max_length=2, blank=True, choices=continents.NAMES)
    country = models.CharField(max_length=2, blank=True, help_text="Two letters: US.")
    state = models.CharField(max_length=3, blank=True, help_text="Blank means the whole country.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(continent="") ^ Q(country=""),
                name="region_is_a_continent_or_a_country",
                violation_error_message="Name a continent or a country, not both.",
            ),
            models.CheckConstraint(
                condition=Q(state="") | ~Q(country=""),
                name="region_state_of_a_country",
                violation_error_message="Name the state's country too.",
            ),
        ]

    def __str__(self) -> str:
        return self.get_continent_display() or "-".join(filter(None, (self.country, self.state)))

    def clean(self) -> None:
        self.country, self.state = check_place(self.country, self.state)


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
    cost = models.CharField(max_length=costs.LONGEST, blank=True, validators=[check_cost], help_text=COST_HELP)
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


class Destination(models.Model):
    """Whether wine may be sent to a state or province, and on what terms. A place without a row gets no wine.

    In a country without states the one row has none.
    """

    class Period(models.TextChoices):
        MONTH = wine.Period.MONTH.value, "in a calendar month"
        THIRTY_DAYS = wine.Period.THIRTY_DAYS.value, "in 30 days"
        YEAR = wine.Period.YEAR.value, "in a calendar year"

    country = models.CharField(max_length=2)
    state = models.CharField(
        max_length=3, blank=True, help_text="Its code or name. Blank in countries whose addresses name no state."
    )
    wine_allowed = models.BooleanField(default=False)
    note = models.CharField("reason or licence", max_length=200, blank=True)
    legal_age = models.PositiveSmallIntegerField(default=wine.OLDEST_LEGAL_AGE, help_text="To be sent wine, in years.")
    most_bottles = models.PositiveIntegerField(
        "bottles for one person", null=True, blank=True, help_text="Blank: as many as they like."
    )
    most_litres = models.DecimalField(
        "litres for one person", max_digits=8, decimal_places=3, null=True, blank=True, help_text="9 are 12 bottles."
    )
    period = models.CharField("counted", max_length=8, choices=Period, default=Period.MONTH)
    signature_fee = MoneyField(
        "fee for an adult's signature", default=ZERO, help_text="For wine sent there, on top of its delivery."
    )

    class Meta:
        ordering = ["country", "state"]
        constraints = [
            models.UniqueConstraint(fields=["country", "state"], name="destination_once"),
            models.CheckConstraint(condition=Q(signature_fee__gte=ZERO), name="signature_fee_not_negative"),
            models.CheckConstraint(condition=Q(legal_age__range=(16, 25)), name="legal_age_of_an_adult"),
        ]

    def __str__(self) -> str:
        return "-".join(filter(None, (self.country, self.state)))

    def clean(self) -> None:
        self.country, self.state = check_place(self.country, self.state)
        if not self.state and has_states(self.country):
            raise ValidationError({"state": f"Name a state of {spoken(country_name(self.country))}."})
        if not 16 <= self.legal_age <= 25:
            raise ValidationError({"legal_age": "Enter an age from 16 to 25."})


class Sent(models.Model):
    """The ledger: wine that an order sends to somebody, a row for each of its lines. Written with the order.

    A row counts while `taken_back_at` is empty: a trigger fills it when the order dies, and empties it when the order
    comes back to life (migrations/sql/ledger.sql), whoever changes the order.
    """

    order = models.ForeignKey("orders.Order", on_delete=models.CASCADE, related_name="sent")
    line = models.OneToOneField("orders.OrderLine", on_delete=models.CASCADE, related_name="+")
    people = ArrayField(
        models.CharField(max_length=120), help_text="By what somebody is known: account, e-mail, name with address."
    )
    name = models.CharField(max_length=200)
    email = models.EmailField()
    address = models.CharField(max_length=300)
    country = models.CharField(max_length=2)
    state = models.CharField(max_length=3)
    postcode = models.CharField(max_length=12)
    wine = models.CharField(max_length=300)
    sku = models.CharField("SKU", max_length=80, blank=True)
    bottles = models.PositiveIntegerField()
    litres = models.DecimalField(max_digits=10, decimal_places=3)
    written_at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-written_at", "-id"]
        verbose_name_plural = "ledger of wine sent"
        indexes = [
            GinIndex(fields=["people"], name="sent_by_person"),
            models.Index(fields=["country", "state", "written_at"], name="sent_by_place"),
            models.Index(fields=["-written_at", "-id"], name="sent_newest_first"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(bottles__gt=0) & Q(litres__gt=0), name="sent_is_something"),
        ]

    def __str__(self) -> str:
        return f"{self.bottles} × {self.wine}"
