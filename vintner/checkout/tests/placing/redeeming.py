"""Orders with a coupon."""

from decimal import Decimal

from django.utils import timezone

from vintner.cart import coupons
from vintner.cart.models import Cart
from vintner.checkout import forms
from vintner.checkout.place_order import place_order
from vintner.orders.models import Order
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.pricing.models import Coupon, CouponCount
from vintner.shipping.regions import Address

NOW = timezone.now()


def place(cart: Cart, email: str = "ann@example.com", *, shown_total: int | None = None) -> Order:
    to = Address(first_name="Ann", country="US", state="CA", postcode="94110", city="San Francisco")
    form = forms.CheckoutForm(
        billing=to,
        shipping=to,
        separate=False,
        email=email,
        note="",
        rate_id=None,
        payment_input=PaymentInput("pm_card_visa"),
        shown_total=shown_total,
        age_fields={"of_age": "1"},
    )
    return place_order(cart.pk, form, user=None, now=NOW).order


def add_coupon(cart: Cart, code: str = "save10") -> Cart:
    coupons.add(cart, code, now=NOW)
    return cart


def make_coupon(**terms: int) -> Coupon:
    return Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10), **terms)


def count_uses(coupon: Coupon) -> int:
    return CouponCount.objects.get(coupon=coupon).used
