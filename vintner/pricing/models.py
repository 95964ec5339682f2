"""What staff edit about prices: promotions and tax rates."""

from django.db import models
from django.db.models import Q

from vintner.catalogue.models import Product


class Promotion(models.Model):
    """A discount that applies by itself, without a code.

    Promotion → benefits → conditions. The benefit so far is the bulk table (`tiers`); the condition is
    the set of products and the dates.
    """

    title = models.CharField(max_length=120)
    enabled = models.BooleanField(default=True)
    priority = models.SmallIntegerField(default=10, help_text="Lower numbers come first.")
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    products = models.ManyToManyField(Product, related_name="promotions", blank=True, help_text="None means all.")

    class Meta:
        ordering = ["priority", "id"]

    def __str__(self) -> str:
        return self.title


class BulkTier(models.Model):
    """A row of a bulk table: from so many bottles of one product, so many per cent off each."""

    promotion = models.ForeignKey(Promotion, on_delete=models.CASCADE, related_name="tiers")
    at_least = models.PositiveIntegerField()
    at_most = models.PositiveIntegerField(null=True, blank=True)
    percent_off = models.DecimalField(max_digits=5, decimal_places=2)

    class Meta:
        ordering = ["at_least"]
        constraints = [
            models.CheckConstraint(condition=Q(percent_off__gt=0, percent_off__lte=100), name="percent_off_in_range"),
            models.CheckConstraint(
                condition=Q(at_most__isnull=True) | Q(at_most__gte=models.F("at_least")), name="tier_range"
            ),
        ]


class TaxRate(models.Model):
    """A tax on goods sent to a place. Of all rates that match, one per priority counts (resolutions 2.9.5)."""

    name = models.CharField(max_length=60)
    country = models.CharField(max_length=2, blank=True, help_text="Two letters; blank means everywhere.")
    state = models.CharField(max_length=3, blank=True, help_text="Blank means the whole country.")
    percent = models.DecimalField(max_digits=7, decimal_places=4)
    priority = models.PositiveSmallIntegerField(default=1)
    compound = models.BooleanField(default=False)
    on_shipping = models.BooleanField(default=True)
    tax_class = models.SlugField(max_length=40, default="standard")

    class Meta:
        ordering = ["priority", "id"]

    def __str__(self) -> str:
        return f"{self.name} {self.percent.normalize():f}%"


class BookVersion(models.Model):
    """One row, whose number database triggers change whenever anything in the price book does (migration 0002)."""

    id = models.PositiveSmallIntegerField(primary_key=True)
    number = models.BigIntegerField()
