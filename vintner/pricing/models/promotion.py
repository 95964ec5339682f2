"""Promotions."""

from django.db import models

from vintner.catalogue.models import AttributeValue, Category, Producer, Product, Tag
from vintner.money import MoneyField
from vintner.pricing.choices import ChoosingChoices, CountingChoices, PromotionKind
from vintner.pricing.field_checks import refuse_unknown_skus
from vintner.web.periods import check_period


class Promotion(models.Model):
    """A discount that applies by itself, without a code: conditions (when), wines (of what), tiers (how much).

    No wines chosen means all wines; excluded ones never get it (docs/pricing.md#promotions).
    """

    title = models.CharField(max_length=120)
    kind = models.CharField(max_length=40, choices=PromotionKind, default=PromotionKind.BULK)
    enabled = models.BooleanField(default=True)
    priority = models.SmallIntegerField(default=10, help_text="Lower numbers come first.")
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    exclusive = models.BooleanField(default=False, help_text="When it gives anything, no other promotion does.")
    usage_limit = models.PositiveIntegerField(
        null=True, blank=True, help_text="In so many orders, counted from when this is set."
    )
    most_off_each = MoneyField(
        "most off one bottle", null=True, blank=True, help_text="It never takes more off one bottle."
    )
    as_discount = models.BooleanField(
        "shown as a discount", default=False, help_text="Prices stay; the amount is taken off the cart's total."
    )
    label = models.CharField(
        max_length=80,
        blank=True,
        help_text="What shoppers read beside a discount or a free delivery. Blank: the title.",
    )
    badge = models.CharField(
        max_length=24,
        blank=True,
        default="",
        db_default="",
        help_text="On the cards of its wines, for everybody: “3 for $60”, “6 + 1 free”. Blank: no badge.",
    )
    any_condition = models.BooleanField("one condition is enough", default=False)
    counting = models.CharField(
        "bottles count", max_length=20, choices=CountingChoices, default=CountingChoices.PRODUCT
    )

    products = models.ManyToManyField(Product, related_name="promotions", blank=True, help_text="None means all.")
    categories = models.ManyToManyField(Category, related_name="+", blank=True)
    tags = models.ManyToManyField(Tag, related_name="+", blank=True)
    values = models.ManyToManyField(AttributeValue, related_name="+", blank=True)
    producers = models.ManyToManyField(Producer, related_name="+", blank=True)
    skus = models.TextField("SKUs", blank=True, help_text="One a line.")
    on_sale = models.BooleanField("wines on sale", default=False)
    excluded_products = models.ManyToManyField(Product, related_name="+", blank=True)
    excluded_categories = models.ManyToManyField(Category, related_name="+", blank=True)
    excluded_tags = models.ManyToManyField(Tag, related_name="+", blank=True)
    excluded_values = models.ManyToManyField(AttributeValue, related_name="+", blank=True)
    excluded_producers = models.ManyToManyField(Producer, related_name="+", blank=True)
    excluded_skus = models.TextField("excluded SKUs", blank=True, help_text="One a line.")
    excluded_on_sale = models.BooleanField("no wines on sale", default=False)

    choosing = models.CharField(
        "the other wine is", max_length=10, choices=ChoosingChoices, default=ChoosingChoices.ADDED
    )
    targets = models.ManyToManyField(
        Product, related_name="+", blank=True, help_text="The other wines. None, when chosen in the cart: any of it."
    )
    target_categories = models.ManyToManyField(Category, related_name="+", blank=True)

    class Meta:
        ordering = ["priority", "id"]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        check_period(self.starts_at, self.ends_at)
        refuse_unknown_skus("skus", self.skus)
        refuse_unknown_skus("excluded_skus", self.excluded_skus)


class PromotionCount(models.Model):
    """In how many orders a promotion was used: apart from it, so that saving one does not undo the other."""

    promotion = models.OneToOneField(Promotion, on_delete=models.CASCADE, primary_key=True, related_name="count")
    used = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"Used {self.used} times"
