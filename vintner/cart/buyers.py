"""What a cart's price may depend on besides its lines: who buys, and how they pay.

It is saved with the cart, and read only as far as promotions and coupons need it.
"""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import Count, Q, Sum

from vintner.cart.models import Cart
from vintner.money import ZERO, Money
from vintner.orders.models import Order, OrderLine
from vintner.orders.redemptions import count_uses_by, customer_keys, held_by_cart
from vintner.orders.rules import PAID
from vintner.pricing import coupons
from vintner.pricing.models import Coupon
from vintner.pricing.quote import PriceBook
from vintner.pricing.rules.conditions import Bought, OneOf, PastIs, ShopperFact
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.rules.items import NEWCOMER, History, ShopperFacts


def save_price_inputs(cart: Cart, *, email: str = "", payment_method: str = "", billing_city: str = "") -> None:
    """Save with the cart what its price may depend on. Blank values and invalid addresses change nothing.

    `payment_method` is one that the store offers. One query if anything is new.
    """
    email = email.strip().lower()
    new_values = {
        "email": email if "@" in email and len(email) <= 254 and "\x00" not in email else "",
        "payment_method": payment_method,
        "billing_city": billing_city.replace("\x00", "")[:120],
    }
    changed = [name for name, value in new_values.items() if value and value != getattr(cart, name)]
    for name in changed:
        setattr(cart, name, new_values[name])
    if changed:
        cart.save(update_fields=changed)


def payment_method_of(cart: Cart) -> str:
    """Return the code of the cart's payment method. Until one is chosen, it is the one that the pages preselect: the
    card, or the first type of a store that takes no cards.
    """
    types = settings.PAYMENT_TYPES
    return cart.payment_method or ("stripe" if "card" in types else f"stripe_{types[0]}")


def shopper_of(cart: Cart, book: PriceBook, rows: Sequence[Coupon], now: datetime) -> ShopperFacts:
    """Return the shopper as the book's conditions and the cart's coupons need them.

    No query, unless they need the account's address or groups, or earlier orders.
    """
    conditions = [each for promotion in book.promotions for each in promotion.conditions]
    facts = {each.fact for each in conditions if isinstance(each, OneOf)}
    asks_email = ShopperFact.EMAIL in facts or any(row.emails or row.usage_limit_per_customer for row in rows)
    asks_past = any(isinstance(each, PastIs | Bought) for each in conditions)
    email = cart.email
    if not email and asks_email and cart.user is not None:
        email = cart.user.email
    return ShopperFacts(
        user_id=cart.user_id or 0,
        email=email,
        groups=_groups(cart) if ShopperFact.GROUP in facts else frozenset(),
        billing_city=cart.billing_city or cart.city,
        payment_method=payment_method_of(cart),
        history=_history(cart, email, now) if asks_past else NEWCOMER,
    )


def _groups(cart: Cart) -> frozenset[str]:
    if cart.user is None:
        return frozenset()
    return frozenset(name.lower() for name in cart.user.groups.values_list("name", flat=True))


def _history(cart: Cart, email: str, now: datetime) -> History:
    """Return the paid orders of the account, or of the e-mail address if there is no account."""
    if cart.user_id is None and not email:
        return NEWCOMER
    mine = Q(user_id=cart.user_id) if cart.user_id is not None else Q(email__iexact=email)
    orders = list(Order.objects.filter(mine, status__in=PAID).order_by("placed_at").values_list("placed_at", "total"))
    if not orders:
        return NEWCOMER
    return History(
        orders=len(orders),
        spent=Money.total(total or ZERO for _, total in orders),
        last_amount=orders[-1][1],
        days_since_first=(now - orders[0][0]).days,
        days_since_last=(now - orders[-1][0]).days,
        bought=_bought(mine),
    )


def _bought(mine: Q) -> dict[int, tuple[int, int]]:
    lines = OrderLine.objects.filter(order__in=Order.objects.filter(mine, status__in=PAID), given=False).order_by()
    counted = lines.values_list("product_id").annotate(times=Count("order_id", distinct=True), units=Sum("quantity"))
    return {product_id: (times, units) for product_id, times, units in counted}


def terms_of(cart: Cart, rows: Sequence[Coupon], shopper: ShopperFacts) -> list[CouponTerms]:
    """Return the terms of coupons for this cart. No query for those without a limit, at most two for the others."""
    limited = [row.pk for row in rows if row.usage_limit is not None or row.usage_limit_per_customer is not None]
    if not limited:
        return [coupons.terms(row) for row in rows]
    who = customer_keys(cart.user_id, shopper.email)
    past = coupons.Past(held=held_by_cart(cart.pk), used_here=count_uses_by(limited, who) if who else None)
    return [coupons.terms(row, past) for row in rows]
