"""What can be done to a cart. Every change locks the cart's row first, so that none is lost.

Rows are locked in the one order that docs/payments.md ("Locks") names: the cart before stock rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from vintner.cart.gifts import gift_choices
from vintner.cart.merge_carts import merge
from vintner.cart.models import Cart, CartLine
from vintner.cart.prices.quoted_cart import QuotedCart as QuotedCart
from vintner.cart.prices.quoted_cart import QuotedLine as QuotedLine
from vintner.cart.prices.quoted_cart import cart_goods, held_for
from vintner.cart.prices.quoted_cart import quote_cart as quote_cart
from vintner.cart.rows import find_own_cart, lock_and_find, lock_and_touch, make_cart_with_line, quantities_of
from vintner.cart.rules import MOST_LINES, CartGoods, line_problem, not_for_sale, quantity_after_adding
from vintner.cart.saved.cart_choices import PRESELECTED as PRESELECTED
from vintner.cart.saved.cart_choices import choose_delivery as choose_delivery
from vintner.cart.saved.cart_choices import save_review_inputs as save_review_inputs
from vintner.cart.saved.cart_choices import set_destination as set_destination
from vintner.cart.saved.cart_choices import write_cart
from vintner.cart.signals import quantity_changed
from vintner.cart.trials import settle_trial_of_new_line, settle_trials
from vintner.catalogue.models import Variation
from vintner.catalogue.rules import MOST_PER_LINE
from vintner.customers.models import User
from vintner.refusal import Refusal

NOT_THERE = "That wine is not in your cart."


@dataclass(frozen=True, slots=True)
class CartVisitor:
    """Names the cart of a visitor: the id in the browser's cookie, and the customer who is logged in."""

    cart_id: UUID | None
    user: User | None


def find_cart(visitor: CartVisitor) -> Cart | None:
    """Return the visitor's cart: the one their cookie names, otherwise the last one of their account.

    A guest's that a customer brings is the customer's from then on. The cart of an express purchase is never the
    visitor's own.
    """
    if visitor.cart_id is not None:
        cart = find_own_cart(visitor.cart_id)
        if cart is not None and (cart := claim_cart(cart, visitor.user)) is not None:
            return cart
    own = Cart.objects.filter(user=visitor.user, is_express=False)
    return own.order_by("-updated_at").first() if visitor.user else None


def find_or_create_cart(visitor: CartVisitor) -> Cart:
    """Return the visitor's cart, a new one if there is none. For changes only: reading makes no cart."""
    return find_cart(visitor) or Cart.objects.create(user=visitor.user)


def claim_cart(cart: Cart, user: User | None) -> Cart | None:
    """Return a cart that a visitor's cookie or token names, None if it is not for them. A guest's becomes that of the
    customer who brings it, before anything is priced: prices depend on whose it is.
    """
    if user is None or cart.user_id is not None:
        return cart if may_use(cart, user) else None
    if cart.is_express:
        Cart.objects.filter(pk=cart.pk, user=None).update(user=user)
    else:
        merge(cart, user, now=timezone.now())
    return Cart.objects.filter(pk=cart.pk, user=user).first()  # None if another customer was faster


def may_use(cart: Cart, user: User | None) -> bool:
    """Say whether this visitor may see and change the cart: a customer's cart belongs to that customer alone, also on
    a machine that others use after logging out (docs/behaviour/cart.md#whose-cart-it-is).
    """
    return cart.user_id is None or (user is not None and cart.user_id == user.pk)


def lock(cart_id: UUID) -> Cart:
    """Return the cart with its row locked until the transaction ends. Refuses when there is none."""
    cart = Cart.objects.select_for_update().filter(pk=cart_id).first()
    if cart is None:
        raise Refusal("no_cart", "Your cart is empty.")
    return cart


def add_to_cart(visitor: CartVisitor, variation: Variation, quantity: int, *, now: datetime) -> Cart:
    """Add to the visitor's cart and make one if there is none. Raises Refusal, and then leaves no new cart behind."""
    if visitor.cart_id is None and visitor.user is None:
        return _add_to_new_cart(visitor, variation, quantity, now)
    with transaction.atomic():
        cart = _find_locked(visitor)
        if cart is None:
            return _add_to_new_cart(visitor, variation, quantity, now)
        write_line(cart, variation, quantity, quantities_of(cart), now)
        return cart


def _add_to_new_cart(visitor: CartVisitor, variation: Variation, quantity: int, now: datetime) -> Cart:
    """Make the cart with its first line. Nobody has seen it, so there is nothing to lock; one query if nothing is
    refused. Raises Refusal.
    """
    unsaved = Cart(user=visitor.user)
    if variation.product.plan_id is not None:
        settle_trial_of_new_line(unsaved, variation)
    wanted = _check_new_quantity(unsaved, variation, quantity, 0, now)
    cart = make_cart_with_line(visitor.user, variation.pk, wanted, now)
    _send_change(cart, variation, quantity)
    return cart


def _find_locked(visitor: CartVisitor) -> Cart | None:
    """Return the cart that `find_cart` returns, locked for a change."""
    cart = lock_and_find(visitor.cart_id, visitor.user) if visitor.cart_id else None
    if cart is None and visitor.user is not None and (cart := find_cart(visitor)) is not None:
        lock_and_touch(cart)
    return cart


def add(cart: Cart, variation: Variation, quantity: int, *, now: datetime | None = None) -> None:
    """Add bottles to the line of a variation. Raises Refusal and then changes nothing.

    A cart never holds more than is on hand and not held by unpaid orders.
    """
    with transaction.atomic():
        lock_and_touch(cart)
        write_line(cart, variation, quantity, quantities_of(cart), now or timezone.now())


def write_line(cart: Cart, variation: Variation, quantity: int, in_cart: Mapping[int, int], now: datetime) -> None:
    """Write the line. `in_cart` maps variation ids to the quantities that the cart holds."""
    if variation.product.plan_id is not None:
        settle_trial_of_new_line(cart, variation)
    wanted = _check_new_quantity(cart, variation, quantity, in_cart.get(variation.pk, 0), now)
    if variation.pk in in_cart:
        _active(cart).filter(variation=variation).update(quantity=wanted)
    elif len(in_cart) >= MOST_LINES:
        raise Refusal("cart_full", f"A cart holds at most {MOST_LINES} different wines.")
    else:
        CartLine.objects.create(cart=cart, variation=variation, quantity=wanted)
    _send_change(cart, variation, quantity)


def _send_change(cart: Cart, variation: Variation, change: int) -> None:
    """Tell the packages above of a change of somebody's own cart."""
    if not cart.is_express:
        quantity_changed.send(CartLine, product_id=variation.product_id, change=change)


def _check_new_quantity(cart: Cart, variation: Variation, quantity: int, in_cart: int, now: datetime) -> int:
    """Return the line's new quantity. Raises Refusal. Reads the bottles that the cart's own unpaid order holds only if
    there are too few without them.
    """
    goods = cart_goods(variation, now)
    try:
        return quantity_after_adding(goods, quantity, in_cart=in_cart)
    except Refusal:
        held = held_for(cart).get(variation.pk, 0)
        if not held:
            raise
        return quantity_after_adding(cart_goods(variation, now, held=held), quantity, in_cart=in_cart)


def _active(cart: Cart) -> QuerySet[CartLine]:
    return cart.lines.filter(removed_at=None)


@dataclass(frozen=True, slots=True)
class QuantityChanges:
    """The result of a form with several quantities: the number of changed lines, the refusals, and the keys that name
    no line.
    """

    lines: int
    refused: tuple[Refusal, ...]
    unknown: frozenset[str] = frozenset()


def set_quantity(cart: Cart, key: str, quantity: int) -> None:
    """Set one line's quantity, 0 to remove it. Raises Refusal, also for an unknown key."""
    changed = set_quantities(cart, {key: quantity})
    if changed.unknown:
        raise Refusal("unknown_line", NOT_THERE)
    if changed.refused:
        raise changed.refused[0]


def set_quantities(cart: Cart, quantities: Mapping[str, int]) -> QuantityChanges:
    """Set quantities by the lines' keys, 0 to remove. Refused lines keep their quantity; unknown keys are skipped."""
    now = timezone.now()
    count, refused, unknown = 0, [], set(quantities)
    with transaction.atomic():
        lock_and_touch(cart)
        held = held_for(cart)
        lines = list(_active(cart).select_related("variation__product").order_by("pk"))
        settle_trials(cart, [line.variation for line in lines])
        for line in lines:
            unknown.discard(line.key)
            wanted = quantities.get(line.key, line.quantity)
            if wanted == line.quantity:
                continue
            goods = cart_goods(line.variation, now, held=held.get(line.variation_id, 0))
            refusal = _refusal_of(goods, line, wanted)
            if refusal:
                refused.append(refusal)
                continue
            _mark_removed(line, now) if wanted <= 0 else _active(cart).filter(pk=line.pk).update(quantity=wanted)
            _send_change(cart, line.variation, max(wanted, 0) - line.quantity)
            count += 1
    return QuantityChanges(count, tuple(refused), frozenset(unknown))


def _refusal_of(goods: CartGoods, line: CartLine, wanted: int) -> Refusal | None:
    """Fewer bottles are always taken, so that a shopper with too many can lower the line step by step."""
    return None if wanted < line.quantity else line_problem(goods, wanted)


def remove(cart: Cart, key: str) -> CartLine:
    """Remove a line and keep it for undo. A line that a promotion gives does not come back by itself. Refuses an
    unknown key.
    """
    with transaction.atomic():
        lock_and_touch(cart)
        now = timezone.now()
        line = _find_line(_active(cart), key)
        if line is None:
            return gift_choices.decline_gift(cart, key, now=now)
        _mark_removed(line, now)
        _send_change(cart, line.variation, -line.quantity)
        return line


def _find_line(lines: QuerySet[CartLine], key: str) -> CartLine | None:
    return next((line for line in lines.select_related("variation__product") if line.key == key), None)


def _mark_removed(line: CartLine, now: datetime) -> None:
    """Mark a line as removed. Only the last removal of a variation can be undone."""
    CartLine.objects.filter(cart=line.cart_id, variation=line.variation_id).exclude(pk=line.pk).delete()
    line.removed_at = now
    line.save(update_fields=["removed_at"])


def restore(cart: Cart, key: str) -> CartLine:
    """Put a removed line back with its quantity. If the wine was added again, the quantities add up to 999 at most.

    Refuses what cannot be bought any more. If too few are left, the line comes back and says so.
    """
    with transaction.atomic():
        lock_and_touch(cart)
        removed = _find_line(cart.lines.exclude(removed_at=None), key)
        if removed is None:
            return _restore_gift(cart, key)
        _refuse_if_gone(cart, removed)
        line = _active(cart).filter(variation=removed.variation_id).select_related("variation__product").first()
        if line is None:
            removed.removed_at = None
            removed.save(update_fields=["removed_at"])
            _send_change(cart, removed.variation, removed.quantity)
            return removed
        line.quantity = min(line.quantity + removed.quantity, MOST_PER_LINE)
        line.save(update_fields=["quantity"])
        _send_change(cart, removed.variation, removed.quantity)
        removed.delete()
        return line


def _refuse_if_gone(cart: Cart, line: CartLine) -> None:
    now = timezone.now()
    if not_for_sale(cart_goods(line.variation, now)):
        refusal = not_for_sale(cart_goods(line.variation, now, held=held_for(cart).get(line.variation_id, 0)))
        if refusal:
            raise refusal


def _restore_gift(cart: Cart, key: str) -> CartLine:
    line = gift_choices.restore_gift(cart, key)
    if line is None:
        raise Refusal("unknown_line", NOT_THERE)
    return line


def empty(cart: Cart) -> None:
    """Remove all lines, coupons and gift choices for good. The address stays. Refuses a cart that is gone."""
    with transaction.atomic():
        lock_and_touch(cart)
        cart.lines.all().delete()
        cart.coupons.all().delete()
        cart.wishes.all().delete()
        write_cart(cart, shipping_rate="")
