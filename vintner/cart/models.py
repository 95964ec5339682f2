"""Carts, their lines, coupons and gift choices."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from vintner.cart.rules import line_key
from vintner.catalogue.models import Product, Variation
from vintner.money import MoneyField
from vintner.pricing.models import Coupon
from vintner.shipping.rules import Place
from vintner.shipping.rules.places import LONGEST_STATE


class Cart(models.Model):
    """A cart. The visitor's signed cookie holds its id (`cookies.py`), independent of the session."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="carts"
    )
    is_express = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Of a purchase from a product page. It is never somebody's own cart.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True, db_index=True)
    shipping_rate = models.CharField(
        "chosen delivery", max_length=40, blank=True, help_text="kind:id, blank for the first."
    )
    country = models.CharField(max_length=2, blank=True)
    state = models.CharField(max_length=LONGEST_STATE, blank=True)
    postcode = models.CharField(max_length=12, blank=True)
    city = models.CharField(max_length=120, blank=True)
    email = models.EmailField(blank=True, help_text="In lower case; coupons may ask for it.")
    payment_method = models.CharField(
        max_length=40,
        blank=True,
        default="",
        db_default="",
        help_text="As the outside calls it; promotions may ask for it. Blank until chosen.",
    )
    billing_city = models.CharField(
        max_length=120,
        blank=True,
        default="",
        db_default="",
        help_text="Promotions may ask for it. Blank for where the cart is sent.",
    )
    addresses = models.JSONField(
        default=dict, blank=True, help_text="What the shopper said so far: {billing: {first_name, …}, shipping: {…}}."
    )

    class Meta:
        indexes = [
            models.Index(fields=["updated_at"], condition=Q(is_express=True), name="express_carts_by_age"),
        ]

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def place(self) -> Place | None:
        """Where the cart is sent, None before that is known."""
        if not self.country:
            return None
        return Place(country=self.country, state=self.state, postcode=self.postcode, city=self.city)


class CartLine(models.Model):
    """A quantity of one variation. A removed line stays for undo, with the time of its removal.

    A line that a promotion gives is never saved: `given_by` names what earned it (cart/gifts/gifts.py).
    """

    given_by = ""
    cart = models.ForeignKey(Cart, on_delete=models.CASCADE, related_name="lines")
    variation = models.ForeignKey(Variation, on_delete=models.CASCADE, related_name="+")
    quantity = models.PositiveIntegerField()
    added_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    agreed_price = MoneyField(
        null=True,
        editable=False,
        help_text="What a subscriber agreed to for one unit. It takes the place of the wine's price and of promotions.",
    )
    agreed_bottles = models.PositiveSmallIntegerField(
        null=True, editable=False, help_text="How many bottles a subscriber agreed to for one unit."
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["cart", "variation"], condition=Q(removed_at=None), name="line_once_per_cart"
            ),
            models.CheckConstraint(condition=Q(quantity__range=(1, 999)), name="line_quantity_1_to_999"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.variation_id}"

    @property
    def key(self) -> str:
        """The line's name in requests. Reads the variation and its product."""
        product = self.variation.product
        return line_key(product.pk, None if product.kind == Product.Kind.SIMPLE else self.variation_id, self.given_by)


class CartCoupon(models.Model):
    """A coupon that the shopper put on a cart."""

    cart = models.ForeignKey(Cart, on_delete=models.CASCADE, related_name="coupons")
    coupon = models.ForeignKey(Coupon, on_delete=models.CASCADE, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["cart", "coupon"], name="coupon_once_per_cart")]

    def __str__(self) -> str:
        return str(self.coupon)


class GiftWish(models.Model):
    """What a shopper chose about a line that a promotion gives: another variation, or not to have it.

    The lines themselves are worked out with every quote; only the choice is saved (docs/behaviour/cart.md#gifts).
    """

    cart = models.ForeignKey(Cart, on_delete=models.CASCADE, related_name="wishes")
    rule_id = models.CharField(max_length=60, help_text="The outside's name of what earned it.")
    target_id = models.BigIntegerField(help_text="The product or variation that the promotion names.")
    variation = models.ForeignKey(Variation, null=True, on_delete=models.CASCADE, related_name="+")
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cart", "rule_id", "target_id"], name="wish_once_per_gift")]

    def __str__(self) -> str:
        return f"Gift chosen in cart {self.cart_id}"
