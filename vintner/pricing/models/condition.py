"""When a promotion applies."""

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models

from vintner.catalogue.models import AttributeValue, Category, Product, Tag
from vintner.pricing.choices import Asks, ConditionKind, CouponUseChoices, OperatorChoices, Weekday
from vintner.pricing.field_checks import refuse_unknown_skus
from vintner.pricing.models.promotion import Promotion
from vintner.web.periods import check_period


class Condition(models.Model):
    """When a promotion holds. Which columns count depends on the kind (docs/pricing.md#promotions)."""

    promotion = models.ForeignKey(Promotion, on_delete=models.CASCADE, related_name="conditions")
    kind = models.CharField(max_length=30, choices=ConditionKind)
    operator = models.CharField(max_length=24, choices=OperatorChoices, default=OperatorChoices.AT_LEAST)
    number = models.DecimalField(
        max_digits=10, decimal_places=2, null=True, blank=True, help_text="Bottles, orders, days, pounds or dollars."
    )
    to = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    words = models.TextField(
        blank=True, help_text="One a line; * stands for any text: US:CA, 941*, *@example.com, a coupon's code."
    )
    negated = models.BooleanField("none of these", default=False)
    coupon_use = models.CharField(
        "coupons", max_length=20, choices=CouponUseChoices, default=CouponUseChoices.AT_LEAST_ONE
    )
    products = models.ManyToManyField(Product, related_name="+", blank=True)
    categories = models.ManyToManyField(Category, related_name="+", blank=True)
    tags = models.ManyToManyField(Tag, related_name="+", blank=True)
    values = models.ManyToManyField(AttributeValue, related_name="+", blank=True)
    any_of_them = models.BooleanField("of a combination, one is enough", default=False)
    own_wines = models.BooleanField("count the promotion's wines only", default=False)
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    from_time = models.TimeField(null=True, blank=True)
    to_time = models.TimeField(null=True, blank=True)
    days = ArrayField(models.SmallIntegerField(choices=Weekday), default=list, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.get_kind_display())

    def clean(self) -> None:
        """Refuse a condition that lacks what its kind asks for; the chosen wines are checked by the form."""
        kind = ConditionKind(self.kind) if self.kind in ConditionKind.values else None
        if kind is None:
            return
        if kind.asks is Asks.NUMBER and self.number is None:
            raise ValidationError({"number": "This kind of condition compares with a number."})
        if kind.asks is Asks.WORDS and not self.words.strip():
            raise ValidationError({"words": "Write what it is to be like, one a line."})
        if kind is ConditionKind.SKUS:
            refuse_unknown_skus("words", self.words)
        if self.number is not None and self.to is not None and self.to < self.number:
            raise ValidationError({"to": f"Enter {self.number:f} or more, or leave it blank."})
        check_period(self.starts_at, self.ends_at)
        if kind.asks is Asks.TIMES and (self.from_time is None or self.to_time is None):
            raise ValidationError({"from_time": "Give both times."})
        if kind.asks is Asks.DAYS and not self.days:
            raise ValidationError({"days": "Choose at least one day."})
