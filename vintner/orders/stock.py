"""Holds, sells and gives back bottles, variations always in id order (docs/behaviour/orders.md#held-bottles).

`reserved` counts bottles held by unpaid orders, and for shoppers without one (`held_bottles.py`); it changes only
here. A hold is one conditional UPDATE per variation, which changes no row if there are too few bottles. `on_hand`
changes by stock movements, one statement for all variations of an order. So nothing is sold twice, even by orders at
the same moment.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import IntegrityError, connection, transaction
from django.db.models import F, Sum
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.catalogue.models import Product, StockMovement, Variation
from vintner.catalogue.stock import stock_movements
from vintner.catalogue.stock.stock_movements import MovedStock
from vintner.catalogue.wine_label import label_of, labelled
from vintner.customers.models import User
from vintner.orders.emails import emails
from vintner.orders.models import HeldBottle, Order, OrderLine, Refund, RefundLine, StockReservation
from vintner.orders.rules import PAYABLE, stock_alerts
from vintner.refusal import Refusal

Reason = StockMovement.Reason
NEVER_OVERSOLD = "never_oversold"
"""The constraint that stops a sale of more bottles than there are."""

_HOLD = """
UPDATE catalogue_variation SET reserved = reserved + %(n)s
WHERE id = %(id)s AND CASE WHEN manage_stock THEN backorders <> 'no' OR on_hand - reserved >= %(n)s ELSE available END
RETURNING id, product_id, manage_stock, on_hand, on_hand - reserved, -%(n)s
"""
_GIVE_BACK = """
UPDATE catalogue_variation SET reserved = reserved - %(n)s
WHERE id = %(id)s
RETURNING id, product_id, manage_stock, on_hand, on_hand - reserved, %(n)s
"""


def reserve(order: Order, quantities: Mapping[int, int], until: datetime) -> None:
    """Hold bottles for an order, or prolong its hold. Bottles that are held for its cart become the order's.

    Raises Refusal `out_of_stock`; then roll back.
    """
    had = _take_over(order, quantities)
    held = {hold.variation_id: hold for hold in StockReservation.objects.select_for_update().filter(order=order)}
    fresh = []
    for variation_id, quantity in sorted(quantities.items()):
        hold = held.get(variation_id)
        if hold is None:
            _hold(variation_id, quantity - had.get(variation_id, 0))
            fresh.append(StockReservation(order=order, variation_id=variation_id, quantity=quantity, expires_at=until))
            continue
        if hold.ended_at is not None:
            _hold(variation_id, hold.quantity - had.get(variation_id, 0))
        # Staff may have set a longer hold.
        longest = until if hold.ended_at is not None else max(until, hold.expires_at)
        StockReservation.objects.filter(pk=hold.pk).update(expires_at=longest, ended_at=None)
    StockReservation.objects.bulk_create(fresh)


def _take_over(order: Order, quantities: Mapping[int, int]) -> dict[int, int]:
    """End the holds of the order's cart. Returns variation id → bottles that are reserved and belong to no hold now."""
    if order.cart_id is None:
        return {}
    has_hold = StockReservation.objects.filter(order=order, ended_at=None).values("variation_id")
    found = HeldBottle.objects.select_for_update().filter(cart_id=order.cart_id, ended_at=None).order_by("pk")
    taken: dict[int, list[int]] = {}
    for held in found.filter(variation_id__in=quantities).exclude(variation_id__in=has_hold):
        of_wine = taken.setdefault(held.variation_id, [])
        if len(of_wine) < quantities[held.variation_id]:
            of_wine.append(held.pk)
    if taken:
        HeldBottle.objects.filter(pk__in=[pk for each in taken.values() for pk in each]).update(ended_at=timezone.now())
    return {variation_id: len(each) for variation_id, each in taken.items()}


def prolong(order: Order, until: datetime) -> None:
    """Prolong the order's holds; longer ones stay as they are."""
    StockReservation.objects.filter(order=order, ended_at=None, expires_at__lt=until).update(expires_at=until)


def find_sold_out(order: Order) -> str:
    """Return the name of a wine whose hold has ended and that is not in stock any more, '' when there is none.

    Locks nothing, so the answer may be out of date a moment later.
    """
    lapsed = StockReservation.objects.filter(order=order, sold=False).exclude(ended_at=None)
    for hold in lapsed.select_related("variation__product").order_by("variation_id"):
        limit = hold.variation.stock.limit
        if limit is not None and limit < hold.quantity:
            return hold.variation.product.name
    return ""


def rehold(order: Order, quantities: Mapping[int, int], until: datetime) -> None:
    """Hold exactly these bottles for an unpaid order that was rewritten. Raises Refusal as `reserve` does."""
    held = {hold.variation_id: hold for hold in StockReservation.objects.select_for_update().filter(order=order)}
    for variation_id in sorted({*held, *quantities}):
        hold, wanted = held.get(variation_id), quantities.get(variation_id, 0)
        before = hold.quantity if hold is not None and hold.ended_at is None else 0
        if wanted > before:
            _hold(variation_id, wanted - before)
        elif wanted < before:
            _change(_GIVE_BACK, variation_id, before - wanted)
        if not wanted:
            StockReservation.objects.filter(order=order, variation_id=variation_id).delete()
        else:
            StockReservation.objects.update_or_create(
                order=order,
                variation_id=variation_id,
                defaults={"quantity": wanted, "expires_at": until, "ended_at": None},
            )


def sell(order: Order) -> bool:
    """Take the order's bottles from stock, once. Returns False, and takes nothing, when there are too few."""
    holds = list(StockReservation.objects.select_for_update().filter(order=order).order_by("variation_id"))
    if any(hold.sold for hold in holds):
        return True
    open_holds = {hold.variation_id: hold.quantity for hold in holds if hold.ended_at is None}
    if not _take(order, open_holds, {hold.variation_id: hold.quantity for hold in holds}):
        return False
    StockReservation.objects.filter(order=order).update(sold=True, ended_at=timezone.now())
    _count_sales(order)
    _alert_merchant(order, {hold.variation_id: hold.quantity for hold in holds})
    return True


def unsell(order: Order) -> None:
    """Undo a sale whose payment failed: the bottles are held for the order again, until its hold ends."""
    sold = StockReservation.objects.select_for_update().filter(order=order, sold=True).order_by("variation_id")
    bottles = {hold.variation_id: hold.quantity for hold in sold}
    stock_movements.move(Reason.UNSOLD, bottles, held=bottles, order_id=order.pk)
    StockReservation.objects.filter(order=order, sold=True).update(sold=False, ended_at=None)


def restock_unsold(order: Order) -> None:
    """Put the bottles of a cancelled sale back into stock, once, except those that refunds have put back before."""
    sold = StockReservation.objects.select_for_update().filter(order=order, sold=True).order_by("variation_id")
    if not sold:
        return
    lines = RefundLine.objects.filter(refund__order=order, refund__restock=True, refund__state=Refund.State.DONE)
    before = dict(lines.order_by().values_list("line__variation_id").annotate(quantity=Sum("quantity")))
    left = {hold.variation_id: hold.quantity - before.get(hold.variation_id, 0) for hold in sold}
    restock(order, left, Reason.UNSOLD)
    StockReservation.objects.filter(order=order, sold=True).update(sold=False)


def restock(
    order: Order, quantities: Mapping[int, int], reason: StockMovement.Reason, *, by: User | None = None
) -> None:
    """Put bottles back into stock."""
    bottles = {variation_id: quantity for variation_id, quantity in quantities.items() if quantity > 0}
    if bottles:
        _refresh_listings(stock_movements.move(reason, bottles, order_id=order.pk, by=by))


def release(order: Order) -> None:
    """Release the order's holds, once; sold bottles stay sold."""
    holds = StockReservation.objects.select_for_update().filter(order=order, ended_at=None).order_by("variation_id")
    for hold in holds:
        _change(_GIVE_BACK, hold.variation_id, hold.quantity)
    StockReservation.objects.filter(order=order, ended_at=None).update(ended_at=timezone.now())


def expired_holds(now: datetime) -> list[int]:
    """Return the ids of unpaid orders whose holds have expired, oldest first."""
    holds = StockReservation.objects.filter(ended_at=None, expires_at__lte=now, order__status__in=PAYABLE)
    return list(dict.fromkeys(holds.order_by("expires_at").values_list("order_id", flat=True)))


def hold_free(variation_id: int, quantity: int) -> bool:
    """Add free bottles to those that are reserved. Returns False, and changes nothing, when there are too few."""
    return _change(_HOLD, variation_id, quantity)


def give_back(variation_id: int, quantity: int) -> None:
    """Take bottles off those that are reserved."""
    _change(_GIVE_BACK, variation_id, quantity)


def _hold(variation_id: int, quantity: int) -> None:
    if quantity and not hold_free(variation_id, quantity):
        raise _sold_out_refusal(variation_id)


def _sold_out_refusal(variation_id: int) -> Refusal:
    variation = Variation.objects.select_related("product").get(pk=variation_id)
    free, name = max(variation.stock.limit or 0, 0), variation.product.name
    if free == 0:
        return Refusal("out_of_stock", f"“{name}” has just sold out. Please take it out of your cart to go on.")
    return Refusal("out_of_stock", f"Only {free} of “{name}” are left. Please lower the quantity in your cart.")


def _take(order: Order, held: Mapping[int, int], quantities: Mapping[int, int]) -> bool:
    """Sell the bottles, all or none: those that are held, and those whose hold has expired if they are still free."""
    taken = {variation_id: -quantity for variation_id, quantity in quantities.items()}
    let_go = {variation_id: -quantity for variation_id, quantity in held.items()}
    try:
        with transaction.atomic():
            _refresh_listings(stock_movements.move(Reason.SOLD, taken, held=let_go, order_id=order.pk))
    except IntegrityError as error:
        if NEVER_OVERSOLD not in str(error):
            raise
        return False
    return True


def _change(statement: str, variation_id: int, quantity: int) -> bool:
    """Run one of the statements; refresh listings if the wine sold out or came back. Returns whether a row changed."""
    with connection.cursor() as cursor:
        cursor.execute(statement, {"id": variation_id, "n": quantity})
        row = cursor.fetchone()
    if row is None:
        return False
    _refresh_listings([MovedStock(*row)])
    return True


def _refresh_listings(moved: Iterable[MovedStock]) -> None:
    """Queue the refresh of listings for wines that sold out or came back."""
    for each in moved:
        if each.sold_out_or_back:
            app.configure_task("orders.refresh_product").defer(product_id=each.product_id)


def _alert_merchant(order: Order, sold: Mapping[int, int]) -> None:
    """Queue e-mails to the merchant about wines that this sale made low, sold out or sold beyond the stock."""
    counted = labelled(Variation.objects.filter(pk__in=sold, manage_stock=True)).order_by("pk")
    for variation in counted:
        bottles = sold[variation.pk]
        context: dict[str, object] = {
            "wine": label_of(variation).text,
            "sku": variation.sku,
            "free": variation.on_hand,
            "short": min(bottles, -variation.on_hand),
        }
        for alert in stock_alerts(variation.on_hand, bottles, low_at=variation.low_stock_threshold):
            emails.queue(order, emails.EmailKind(alert), about=f"variation {variation.pk}", more=context)


def _count_sales(order: Order) -> None:
    lines = OrderLine.objects.filter(order=order).order_by("product_id").values_list("product_id", "quantity")
    for product_id, quantity in lines:
        Product.objects.filter(pk=product_id).update(sales_count=F("sales_count") + quantity)
