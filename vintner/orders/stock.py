"""Holds, sells and gives back bottles, variations always in id order (docs/behaviour/orders.md#held-bottles).

`reserved` counts bottles held by unpaid orders, and for shoppers without one (`held_bottles.py`); it changes only
here. A hold is one conditional UPDATE, which changes no row of a variation with too few bottles. `on_hand`
changes by stock movements, one statement for all variations of an order. So nothing is sold twice, even by orders at
the same moment.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import IntegrityError, connection, transaction
from django.db.models import Sum
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.catalogue.models import StockMovement, Variation
from vintner.catalogue.stock import stock_movements
from vintner.catalogue.stock.stock_movements import MovedStock
from vintner.catalogue.wine_label import label_of, labelled
from vintner.customers.models import User
from vintner.orders.emails import emails
from vintner.orders.models import HeldBottle, Order, Refund, RefundLine, StockReservation
from vintner.orders.rules import PAYABLE, stock_alerts
from vintner.refusal import Refusal

Reason = StockMovement.Reason
NEVER_OVERSOLD = "never_oversold"
"""The constraint that stops a sale of more bottles than there are."""

_HOLD = """
WITH asked AS (
    SELECT * FROM unnest(%(ids)s::bigint[], %(bottles)s::integer[]) AS asked (id, bottles)
), locked AS (
    SELECT v.id, asked.bottles FROM catalogue_variation v JOIN asked ON asked.id = v.id
    ORDER BY v.id FOR NO KEY UPDATE OF v
)
UPDATE catalogue_variation v SET reserved = v.reserved + locked.bottles FROM locked
WHERE v.id = locked.id
    AND CASE WHEN manage_stock THEN backorders <> 'no' OR on_hand - reserved >= locked.bottles ELSE available END
RETURNING v.id, product_id, manage_stock, on_hand, on_hand - reserved, -locked.bottles
"""
_GIVE_BACK = """
UPDATE catalogue_variation SET reserved = reserved - %(n)s
WHERE id = %(id)s
RETURNING id, product_id, manage_stock, on_hand, on_hand - reserved, %(n)s
"""
_COUNT_SALES = """
INSERT INTO catalogue_uncountedsale (product_id, quantity)
SELECT product_id, %s * sum(quantity) FROM orders_orderline WHERE order_id = %s GROUP BY product_id
"""
_SELL_HELD = """
WITH held AS MATERIALIZED (
    SELECT id, sold OR ended_at IS NOT NULL AS is_over FROM orders_stockreservation
    WHERE order_id = %(order)s ORDER BY variation_id FOR UPDATE
), sold AS (
    UPDATE orders_stockreservation r SET sold = true, ended_at = %(now)s FROM held
    WHERE r.id = held.id AND NOT EXISTS (SELECT 1 FROM held WHERE is_over)
    RETURNING r.variation_id, r.quantity
), taken AS (
    SELECT array_agg(variation_id ORDER BY variation_id) AS ids, array_agg(-quantity ORDER BY variation_id) AS bottles
    FROM sold HAVING count(*) > 0
), moved AS MATERIALIZED ( -- or a plan might call the function for each line
    SELECT moved.* FROM taken CROSS JOIN LATERAL catalogue_move_stock(
        %(reason)s, taken.ids, taken.bottles, taken.bottles, %(order)s::bigint, NULL, '', NULL
    ) AS moved
)
SELECT moved.*, sold.quantity, v.low_stock_threshold
FROM moved
JOIN sold ON sold.variation_id = moved.variation_id
JOIN catalogue_variation v ON v.id = moved.variation_id
"""


def reserve_first(order: Order, quantities: Mapping[int, int], until: datetime) -> None:
    """Hold bottles for an order that was just created. Bottles that are held for its cart become the order's.

    Raises Refusal `out_of_stock`; then roll back.
    """
    _hold_for(order, quantities, {}, until)


def reserve(order: Order, quantities: Mapping[int, int], until: datetime) -> None:
    """Hold bottles for an order, or prolong its hold. Bottles that are held for its cart become the order's.

    Raises Refusal `out_of_stock`; then roll back.
    """
    held = {hold.variation_id: hold for hold in StockReservation.objects.select_for_update().filter(order=order)}
    _hold_for(order, quantities, held, until)
    for variation_id in sorted(held.keys() & quantities):
        hold = held[variation_id]
        # Staff may have set a longer hold.
        longest = until if hold.ended_at is not None else max(until, hold.expires_at)
        StockReservation.objects.filter(pk=hold.pk).update(expires_at=longest, ended_at=None)


def _hold_for(
    order: Order, quantities: Mapping[int, int], held: Mapping[int, StockReservation], until: datetime
) -> None:
    """Hold what the order does not hold yet or no longer, and store the holds that are new."""
    open_holds = {variation_id for variation_id, hold in held.items() if hold.ended_at is None}
    had = _take_over(order, {each: bottles for each, bottles in quantities.items() if each not in open_holds})
    wanted = {
        variation_id: (held[variation_id].quantity if variation_id in held else quantity) - had.get(variation_id, 0)
        for variation_id, quantity in quantities.items()
        if variation_id not in open_holds
    }
    _hold({variation_id: bottles for variation_id, bottles in wanted.items() if bottles})
    StockReservation.objects.bulk_create(
        StockReservation(order=order, variation_id=variation_id, quantity=quantity, expires_at=until)
        for variation_id, quantity in sorted(quantities.items())
        if variation_id not in held
    )


def _take_over(order: Order, quantities: Mapping[int, int]) -> dict[int, int]:
    """End the holds of the order's cart, as far as the order wants them. Returns variation id → bottles that are
    reserved and belong to no hold now.
    """
    if order.cart_id is None or not quantities:
        return {}
    found = HeldBottle.objects.select_for_update().filter(cart_id=order.cart_id, ended_at=None).order_by("pk")
    taken: dict[int, list[int]] = {}
    for variation_id, held_id in found.filter(variation_id__in=quantities).values_list("variation_id", "pk"):
        of_wine = taken.setdefault(variation_id, [])
        if len(of_wine) < quantities[variation_id]:
            of_wine.append(held_id)
    if taken:
        HeldBottle.objects.filter(pk__in=[pk for each in taken.values() for pk in each]).update(ended_at=timezone.now())
    return {variation_id: len(each) for variation_id, each in taken.items()}


def prolong(order: Order, until: datetime) -> None:
    """Prolong the order's holds; longer ones stay as they are."""
    StockReservation.objects.filter(order=order, ended_at=None, expires_at__lt=until).update(expires_at=until)


def is_held_beyond(order: Order, until: datetime) -> bool:
    """Return whether the order holds a bottle for longer than that."""
    return StockReservation.objects.filter(order=order, ended_at=None, expires_at__gt=until).exists()


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
            _hold({variation_id: wanted - before})
        elif wanted < before:
            give_back(variation_id, before - wanted)
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
    if _sell_held(order):
        _count_sales(order, 1)
        return True
    holds = list(StockReservation.objects.select_for_update().filter(order=order).order_by("variation_id"))
    if any(hold.sold for hold in holds):
        return True
    open_holds = {hold.variation_id: hold.quantity for hold in holds if hold.ended_at is None}
    if not _take(order, open_holds, {hold.variation_id: hold.quantity for hold in holds}):
        return False
    StockReservation.objects.filter(order=order).update(sold=True, ended_at=timezone.now())
    _count_sales(order, 1)
    _alert_merchant(order, {hold.variation_id: hold.quantity for hold in holds})
    return True


def _sell_held(order: Order) -> bool:
    """Sell the bottles of an order that holds all of them, in one statement. Returns False, and changes nothing, for
    another: its hold has ended, or it was sold before. What is held is there, so there cannot be too few.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SELL_HELD, {"order": order.pk, "reason": Reason.SOLD.value, "now": timezone.now()})
        rows = cursor.fetchall()
    moved, few = [MovedStock(*row) for *row, _, _ in rows], {}
    for each, (*_, quantity, low_at) in zip(moved, rows, strict=True):
        if each.counted and stock_alerts(each.on_hand, quantity, low_at=low_at):
            few[each.variation_id] = quantity
    _refresh_listings(moved)
    if few:
        _alert_merchant(order, few)
    return bool(rows)


def unsell(order: Order) -> None:
    """Undo a sale whose payment failed: the bottles are held for the order again, until its hold ends."""
    sold = StockReservation.objects.select_for_update().filter(order=order, sold=True).order_by("variation_id")
    bottles = {hold.variation_id: hold.quantity for hold in sold}
    stock_movements.move(Reason.UNSOLD, bottles, held=bottles, order_id=order.pk)
    if StockReservation.objects.filter(order=order, sold=True).update(sold=False, ended_at=None):
        _count_sales(order, -1)


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
    _count_sales(order, -1)


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
        give_back(hold.variation_id, hold.quantity)
    StockReservation.objects.filter(order=order, ended_at=None).update(ended_at=timezone.now())


def expired_holds(now: datetime) -> list[int]:
    """Return the ids of unpaid orders whose holds have expired, oldest first."""
    holds = StockReservation.objects.filter(ended_at=None, expires_at__lte=now, order__status__in=PAYABLE)
    return list(dict.fromkeys(holds.order_by("expires_at", "order_id").values_list("order_id", flat=True)))


def hold_free(variation_id: int, quantity: int) -> bool:
    """Add free bottles to those that are reserved. Returns False, and changes nothing, when there are too few."""
    return bool(_hold_free({variation_id: quantity}))


def give_back(variation_id: int, quantity: int) -> None:
    """Take bottles off those that are reserved."""
    with connection.cursor() as cursor:
        cursor.execute(_GIVE_BACK, {"id": variation_id, "n": quantity})
        _refresh_listings([MovedStock(*row) for row in cursor.fetchall()])


def _hold(bottles: Mapping[int, int]) -> None:
    """Hold bottles of each variation. Raises Refusal for the first of which there are too few."""
    held = _hold_free(bottles) if bottles else frozenset()
    for variation_id in sorted(bottles):
        if variation_id not in held:
            raise _sold_out_refusal(variation_id)


def _hold_free(bottles: Mapping[int, int]) -> frozenset[int]:
    """Hold free bottles, and return the variations of which there were enough. Locks the rows in id order."""
    variations = sorted(bottles)
    parameters = {"ids": variations, "bottles": [bottles[each] for each in variations]}
    with connection.cursor() as cursor:
        cursor.execute(_HOLD, parameters)
        moved = [MovedStock(*row) for row in cursor.fetchall()]
    _refresh_listings(moved)
    return frozenset(each.variation_id for each in moved)


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


def _count_sales(order: Order, sign: int) -> None:
    """Add a row for each product of the order. A job adds them up: here, every other order of the wine would wait."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_SALES, [sign, order.pk])
