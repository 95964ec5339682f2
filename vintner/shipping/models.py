"""What staff edit about delivery: zones, methods, and where wine may go."""

from django.db import models

from vintner.money import ZERO, MoneyField


class Zone(models.Model):
    """A part of the world with delivery methods of its own. The first zone that matches an address counts."""

    name = models.CharField(max_length=80)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.name


class ZoneRegion(models.Model):
    """A country, or a state of it, that belongs to a zone."""

    zone = models.ForeignKey(Zone, on_delete=models.CASCADE, related_name="regions")
    country = models.CharField(max_length=2)
    state = models.CharField(max_length=3, blank=True)


class Method(models.Model):
    """A way to deliver within a zone. The id in requests is `kind:id` (resolutions 2.9.6)."""

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

    zone = models.ForeignKey(Zone, on_delete=models.CASCADE, related_name="methods")
    kind = models.CharField(max_length=16, choices=Kind)
    title = models.CharField(max_length=80)
    description = models.CharField(max_length=200, blank=True)
    cost = MoneyField(default=ZERO)
    taxable = models.BooleanField(default=True)
    requires = models.CharField(max_length=10, choices=Requires, default=Requires.NOTHING, blank=True)
    minimum = MoneyField(default=ZERO, help_text="After discounts, before tax.")
    enabled = models.BooleanField(default=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.title


class Destination(models.Model):
    """Whether wine may be sent to a state or province. A place without a row gets no wine."""

    country = models.CharField(max_length=2)
    state = models.CharField(max_length=3)
    wine_allowed = models.BooleanField(default=False)
    note = models.CharField("reason or licence", max_length=200, blank=True)

    class Meta:
        ordering = ["country", "state"]
        constraints = [models.UniqueConstraint(fields=["country", "state"], name="destination_once")]

    def __str__(self) -> str:
        return f"{self.country}-{self.state}"
