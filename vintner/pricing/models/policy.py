"""How promotions and coupons combine."""

from django.db import models
from django.db.models import Q

from vintner.pricing.choices import PickChoices, PreselectChoices, WithCouponsChoices


class Policy(models.Model):
    """How promotions and coupons combine. There is one row, or none for the usual way (docs/pricing.md#combining)."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    pick = models.CharField("a wine gets", max_length=20, choices=PickChoices, default=PickChoices.BIGGEST)
    in_turn = models.BooleanField("each starts from what the one before left", default=False)
    from_regular = models.BooleanField("counted from the regular price", default=False)
    with_coupons = models.CharField(max_length=20, choices=WithCouponsChoices, default=WithCouponsChoices.BOTH)
    coupons_in_turn = models.BooleanField("coupons are counted one after another", default=False)
    as_fees = models.BooleanField("discounts on the cart are negative fees", default=False)
    one_label = models.CharField(
        "discounts on the cart are told as", max_length=80, blank=True, help_text="Blank: each by its own label."
    )
    only_free_delivery = models.BooleanField("a free delivery hides the others", default=False)
    hide_paid = models.BooleanField("free shipping hides what costs something", default=False)
    preselect = models.CharField(
        "delivery that is selected at first",
        max_length=10,
        choices=PreselectChoices,
        default=PreselectChoices.FIRST,
        db_default=PreselectChoices.FIRST,
        help_text="What a shopper chose stays chosen. Local pickup is never the cheapest while something can be sent.",
    )

    class Meta:
        verbose_name = "policy"
        verbose_name_plural = "policy: how discounts combine"
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_policy")]

    def __str__(self) -> str:
        return "How discounts combine"
