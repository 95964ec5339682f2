"""Coupons and promotions that orders use."""

from django.db import models
from django.db.models import Q

from vintner.orders.models.order import Order
from vintner.pricing.models import Coupon, Promotion


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
