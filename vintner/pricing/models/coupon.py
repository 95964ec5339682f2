"""Coupons."""

from typing import Final

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from vintner.catalogue.models import Category, Product
from vintner.money import ZERO, MoneyField
from vintner.pricing.choices import ConditionKind, CouponKindChoices, RecurringChoices
from vintner.pricing.field_checks import lines, read_coupon_code, refuse_amount
from vintner.pricing.models.condition import Condition

NO_USE: Final = (
    "This coupon would do nothing: enter an amount, or let it open free shipping. One that only opens a promotion must "
    "be named in that promotion's condition first."
)


class Coupon(models.Model):
    """A discount for those who know its code. Codes are kept in lower case (docs/pricing.md#coupons)."""

    code = models.CharField(max_length=60, unique=True)
    kind = models.CharField(max_length=16, choices=CouponKindChoices, default=CouponKindChoices.FIXED_CART)
    amount = models.DecimalField(max_digits=10, decimal_places=2, default=0, help_text="Percent or dollars.")
    recurring = models.CharField(
        "lowers",
        max_length=10,
        choices=RecurringChoices,
        default=RecurringChoices.FIRST_ORDER,
        db_default=RecurringChoices.FIRST_ORDER,
        help_text="A coupon for every box counts for subscriptions alone. Their subscribers keep what it takes off.",
    )
    enabled = models.BooleanField(default=True)
    description = models.CharField(max_length=200, blank=True, help_text="For staff only.")
    ends_at = models.DateTimeField(null=True, blank=True)
    individual = models.BooleanField("not together with others", default=False)
    free_delivery = models.BooleanField("opens free shipping", default=False)
    not_on_sale = models.BooleanField("not for wines on sale", default=False)
    minimum = MoneyField(null=True, blank=True, help_text="After promotions, before coupons and tax.")
    maximum = MoneyField(null=True, blank=True)
    usage_limit = models.PositiveIntegerField(
        null=True, blank=True, help_text="In so many orders, counted from when this is set."
    )
    usage_limit_per_customer = models.PositiveIntegerField(null=True, blank=True)
    most_units = models.PositiveIntegerField(
        "for so many bottles", null=True, blank=True, help_text="The dearest ones. Blank: all."
    )
    emails = models.TextField("e-mail addresses", blank=True, help_text="One a line; * stands for any text.")
    products = models.ManyToManyField(Product, related_name="+", blank=True)
    categories = models.ManyToManyField(Category, related_name="+", blank=True)
    excluded_products = models.ManyToManyField(Product, related_name="+", blank=True)
    excluded_categories = models.ManyToManyField(Category, related_name="+", blank=True)

    class Meta:
        ordering = ["code"]
        constraints = [
            models.CheckConstraint(condition=Q(code=Lower("code")) & ~Q(code=""), name="coupon_code_in_lower_case"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="coupon_amount_not_negative"),
            models.CheckConstraint(
                condition=~Q(kind=CouponKindChoices.PERCENT) | Q(amount__lte=100), name="coupon_percent_in_range"
            ),
            models.CheckConstraint(
                condition=(Q(minimum__isnull=True) | Q(minimum__gte=ZERO))
                & (Q(maximum__isnull=True) | Q(maximum__gte=ZERO)),
                name="coupon_spend_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def clean(self) -> None:
        self.code = read_coupon_code(self.code)
        refuse_amount("amount", self.amount, percent=self.kind == CouponKindChoices.PERCENT)
        if not self.amount and not self.free_delivery and not self._opens_promotion():
            raise ValidationError({"amount": NO_USE})
        if self.recurring == RecurringChoices.EVERY_BOX:
            self._refuse_recurring()
        if self.minimum is not None and self.maximum is not None and self.maximum < self.minimum:
            raise ValidationError({"maximum": f"Enter {self.minimum} or more, or leave it blank."})

    def _refuse_recurring(self) -> None:
        """Refuse what a coupon cannot do for every box."""
        if self.kind == CouponKindChoices.FIXED_CART:
            raise ValidationError({"recurring": "A discount on the whole cart cannot lower every box: choose a kind."})
        if self.most_units is not None:
            raise ValidationError({"most_units": "A coupon for every box is for all its bottles: leave this blank."})
        if self.free_delivery:
            raise ValidationError({"free_delivery": "A coupon for every box cannot open free shipping."})
        if not self.amount:
            raise ValidationError({"amount": NO_USE})

    def _opens_promotion(self) -> bool:
        """Tell whether a condition of a promotion names the code: then the coupon may itself give nothing."""
        named = Condition.objects.filter(kind=ConditionKind.COUPONS).values_list("words", flat=True)
        return any(self.code in map(read_coupon_code, lines(words)) for words in named)


class CouponCount(models.Model):
    """How many orders hold a coupon or used it: apart from it, so that saving one does not undo the other."""

    coupon = models.OneToOneField(Coupon, on_delete=models.CASCADE, primary_key=True, related_name="count")
    used = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"Used {self.used} times"
