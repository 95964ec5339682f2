"""What wallets showed shoppers before they paid, and what the merchant sets about express buttons."""

import uuid
from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from vintner.cart.models import Cart
from vintner.money import MoneyField
from vintner.orders.models import Order
from vintner.payments.wallets.rules import Wallet
from vintner.shipping.rules.places import LONGEST_STATE

LEAST_HEIGHT: Final = 40
MOST_HEIGHT: Final = 55
"""Pixels: the provider draws no button lower or higher."""


WALLET_CHOICES: Final = [(each.value, each.label) for each in Wallet]


class ButtonPlace(models.TextChoices):
    """The pages that express buttons may be on."""

    PRODUCT = "product", "product pages"
    CART = "cart", "cart"
    CHECKOUT = "checkout", "checkout"
    ORDER = "order", "payment page of an order"


def default_wallets() -> list[str]:
    """Return the wallets that need no agreement of their own with their makers."""
    return [Wallet.APPLE_PAY.value, Wallet.GOOGLE_PAY.value, Wallet.LINK.value]


def all_places() -> list[str]:
    return [place.value for place in ButtonPlace]


class ExpressSettings(models.Model):
    """What the merchant sets about express buttons. There is one row at most; without it no wallet is offered."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    wallets = ArrayField(
        models.CharField(max_length=20, choices=WALLET_CHOICES),
        default=default_wallets,
        blank=True,
        help_text="In the order in which their buttons stand.",
    )
    places = ArrayField(models.CharField(max_length=20, choices=ButtonPlace), default=all_places, blank=True)
    kind = models.CharField(
        "words on the buttons",
        max_length=10,
        default="plain",
        choices={
            "plain": "the wallet's name alone",
            "buy": "Buy with …",
            "checkout": "Check out with …",
            "order": "Order with …",
        },
    )
    theme = models.CharField(
        max_length=10,
        default="auto",
        choices={"auto": "as the page", "black": "black", "white": "white", "outline": "white with an outline"},
    )
    height = models.PositiveSmallIntegerField(
        default=48,
        validators=[MinValueValidator(LEAST_HEIGHT), MaxValueValidator(MOST_HEIGHT)],
        help_text=f"Pixels, from {LEAST_HEIGHT} to {MOST_HEIGHT}.",
    )
    login_first = models.BooleanField(
        "only for customers who are logged in",
        default=False,
        help_text="A guest who presses a button is asked to log in, and comes back to the same page.",
    )

    class Meta:
        verbose_name = verbose_name_plural = "express buttons"
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="one_express_settings"),
            models.CheckConstraint(condition=Q(height__range=(LEAST_HEIGHT, MOST_HEIGHT)), name="express_height"),
        ]

    def __str__(self) -> str:
        return "Express buttons"


class SheetQuote(models.Model):
    """What a wallet's sheet showed: a total for a cart or an order, and the place and delivery it was worked out for.

    No other total is charged (`sheet_quotes.py`). Carts and orders are deleted without asking these rows, which a job
    deletes soon afterwards.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    cart = models.ForeignKey(Cart, null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    order = models.ForeignKey(Order, null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    place = models.CharField("page", max_length=10, choices=ButtonPlace)
    hash = models.CharField(max_length=32, help_text="Of what the cart held and cost (cart/rules.py: cart_hash).")
    total = MoneyField()
    currency = models.CharField(max_length=3)
    shipping_rate = models.CharField(max_length=40, blank=True, help_text="kind:id of the delivery in the total.")
    country = models.CharField(max_length=2, blank=True)
    state = models.CharField(max_length=LONGEST_STATE, blank=True)
    postcode = models.CharField(max_length=12, blank=True)
    city = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(cart=None, order__isnull=False) | Q(cart__isnull=False, order=None),
                name="sheet_of_a_cart_or_an_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.total} at {self.created_at:%Y-%m-%d %H:%M}"
