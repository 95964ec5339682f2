"""What can be done to an order. Every change of status goes through `move`.

Rows are locked in the one order that docs/payments.md ("Locks") names.
"""

from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Sum
from django.utils import timezone

from vintner.customers.models import User
from vintner.money import ZERO, Money, currency
from vintner.orders import redemptions, stock
from vintner.orders.emails import emails
from vintner.orders.models import Order, OrderAdjustment, OrderEvent, OrderLine
from vintner.orders.rules import NO_GIFT, PAID, TAKEN, GiftOptions, IllegalMove, Status, may_move, staff_targets
from vintner.orders.shipments.promises import promise_anew
from vintner.orders.signals import order_moved
from vintner.refusal import Refusal
from vintner.shipping.regions import Address

TRIED_AGAIN = "The shopper tries the payment again."


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLine:
    """A line to be recorded; the names are `OrderLine`'s. `subtotal` is after promotions, before coupons and tax."""

    variation_id: int
    product_id: int
    sku: str
    name: str
    options: str
    quantity: int
    regular_unit_price: Money
    subtotal: Money
    discount: Money = ZERO
    tax: Money = ZERO
    promotion: str = ""
    given: bool = False
    producer: str = ""
    vintage: str = ""
    size: str = ""
    bottles_each: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAdjustment:
    """A promotion, discount, coupon, fee or tax to be recorded with its label."""

    kind: OrderAdjustment.Kind
    label: str
    rate: str
    amount: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class NewOrder:
    """A quoted cart with customer and addresses. The totals add up, or the database refuses the row.

    `remark` goes into the first note of the order's history.
    """

    lines: tuple[NewLine, ...]
    adjustments: tuple[NewAdjustment, ...]
    subtotal: Money
    discount: Money
    shipping_total: Money
    tax_total: Money
    total: Money
    email: str
    billing: Address
    shipping: Address
    customer_note: str = ""
    gift: GiftOptions = NO_GIFT
    shipping_rate: str = ""
    shipping_title: str = ""
    carrier: str = ""
    arrives_from: date | None = None
    arrives_to: date | None = None
    hold_kind: str = ""
    ship_not_before: date | None = None
    payment_method: str = "stripe"
    payment_title: str = "Card"
    cart_id: UUID | None = None
    cart_hash: str = ""
    user: User | None = None
    fee_total: Money = ZERO
    remark: str = ""

    @property
    def first_note(self) -> str:
        return f"Order placed. {self.remark}".strip()


def create(new: NewOrder) -> Order:
    """Create a pending order with its lines and adjustments. Its first event seals them against change."""
    order = write(Order(), new)
    OrderEvent.objects.create(order=order, became=Status.PENDING, note=new.first_note)
    return order


def write(order: Order, new: NewOrder) -> Order:
    """Fill in and save an order that has no lines. An order that was placed keeps its date."""
    for name in _COPIED_FIELDS:
        setattr(order, name, getattr(new, name))
    for name, value in _recipient(new).items():
        setattr(order, name, value)
    if order._state.adding or order.status == Status.DRAFT:
        order.placed_at = timezone.now()
        order.currency = currency()
    order.save()
    order.new_lines = OrderLine.objects.bulk_create(_line(order, line) for line in new.lines)
    OrderAdjustment.objects.bulk_create(
        OrderAdjustment(order=order, kind=item.kind, label=item.label, rate=item.rate, amount=item.amount)
        for item in new.adjustments
    )
    return order


PROMISED = ("carrier", "arrives_from", "arrives_to", "hold_kind", "ship_not_before")
_COPIED_FIELDS = (
    *PROMISED,
    "subtotal",
    "discount",
    "shipping_total",
    "fee_total",
    "tax_total",
    "total",
    "shipping_rate",
    "shipping_title",
    "cart_id",
    "cart_hash",
    "user",
)


def copy_recipient(order: Order, new: NewOrder) -> None:
    """Copy customer, addresses and promised arrival from another checkout of the same cart; lines and prices stay."""
    owner: dict[str, object] = {} if new.user is None else {"user": new.user}
    promised = {name: getattr(new, name) for name in PROMISED}
    Order.objects.filter(pk=order.pk).update(**_recipient(new), **promised, **owner)


def _recipient(new: NewOrder) -> dict[str, object]:
    return {
        "email": new.email,
        "billing": new.billing.stored(),
        "shipping": new.shipping.stored(),
        "customer_note": new.customer_note,
        **new.gift.stored(),
        "payment_method": new.payment_method,
        "payment_title": new.payment_title,
    }


def _line(order: Order, line: NewLine) -> OrderLine:
    return OrderLine(order=order, **{each.name: getattr(line, each.name) for each in fields(line)})


def lock(order_id: int) -> Order:
    """Return the order with its row locked until the transaction ends. Raises Order.DoesNotExist."""
    return Order.objects.select_for_update(of=("self",)).get(pk=order_id)


def move(
    order: Order,
    to: Status,
    note: str = "",
    *,
    by: User | None = None,
    alert: bool = False,
    quietly: bool = False,
    in_doubt: bool = False,
) -> None:
    """Change the status of a locked order, write the event, and queue e-mails unless `quietly`.

    With `in_doubt` (a doubtful payment) the moves of staff are allowed too. Raises IllegalMove for all others.
    """
    was = Status(order.status)
    if not may_move(was, to, by_staff=in_doubt or by is not None):
        raise IllegalMove(f"order {order.pk}: {was} to {to}")
    changes: dict[str, object] = {"status": to}
    if to in PAID and order.paid_at is None:
        paid_at = timezone.now()
        changes |= {"paid_at": paid_at, **promise_anew(order, paid_at)}
    if not Order.objects.filter(pk=order.pk, status=was).update(**changes):
        raise IllegalMove(f"order {order.pk} is no longer {was}")
    for name, value in changes.items():
        setattr(order, name, value)
    OrderEvent.objects.create(order=order, was=was, became=to, note=note[:500], by=by, alert=alert)
    order_moved.send(Order, order=order, became=to)
    if not quietly:
        emails.queue_for_move(order, was, to)


def add_note(order: Order, text: str, *, alert: bool = False, by: User | None = None) -> None:
    """Add an event to the order's history without a change of status."""
    OrderEvent.objects.create(order=order, note=text[:500], alert=alert, by=by)


def hold_until(now: datetime) -> datetime:
    """Return until when an order that is placed now holds its bottles without payment."""
    return now + timedelta(minutes=settings.STOCK_HOLD_MINUTES)


def hold_longer(order: Order, until: datetime) -> None:
    """Prolong the hold of an unpaid order's bottles, if it would end earlier."""
    stock.prolong(order, until)


def set_payment_method(order: Order, method: str, title: str) -> None:
    """Save the payment method of another attempt for an unpaid order."""
    order.payment_method, order.payment_title = method, title
    order.save(update_fields=["payment_method", "payment_title"])


def reopen(order: Order, now: datetime, why: str = TRIED_AGAIN) -> None:
    """Make a failed order pending and hold its coupons and bottles again. Raises Refusal when they are gone."""
    if order.status == Status.FAILED:
        _refuse_second_pending(order)
        move(order, Status.PENDING, why)
    redemptions.hold_again(order)
    stock.reserve(order, ordered_quantities(order), hold_until(now))


def _refuse_second_pending(order: Order) -> None:
    """Refuse a second pending order of the same cart."""
    others = Order.objects.filter(cart_id=order.cart_id, status=Status.PENDING).exclude(pk=order.pk)
    if order.cart_id is not None and others.exists():
        raise Refusal(
            "other_order", "Another order from the same cart is waiting to be paid. Pay or cancel that first."
        )


def ordered_quantities(order: Order, *, by_hand: bool = False) -> dict[int, int]:
    """Return variation id → bottles of the order; deleted variations are left out.

    `by_hand` leaves out what promotions gave.
    """
    lines = OrderLine.objects.filter(order=order, variation__isnull=False).order_by()
    lines = lines.filter(given=False) if by_hand else lines
    return dict(lines.values_list("variation_id").annotate(quantity=Sum("quantity")))


def mark_paid(order: Order, note: str) -> bool:
    """Record that the order is paid: take its coupons and bottles, and queue e-mails. Returns as `settle` does."""
    redemptions.take(order)
    return settle(order, note)


def put_on_hold(order: Order, note: str) -> None:
    """Record that the money is on its way: take the bottles from stock and put the order on hold."""
    redemptions.take(order)
    sold = stock.sell(order)
    move(order, Status.ON_HOLD, note if sold else f"{note} The bottles are no longer there.", alert=not sold)
    if not sold:
        emails.queue(order, emails.EmailKind.ALERT)


def put_on_hold_with_alert(order: Order, note: str, *, about: str = "") -> None:
    """Alert staff to a problem with the payment, and put the order on hold where its status allows that."""
    if may_move(Status(order.status), Status.ON_HOLD, by_staff=False):
        move(order, Status.ON_HOLD, note, alert=True, quietly=True)
    else:
        add_note(order, note, alert=True)
    emails.queue(order, emails.EmailKind.ALERT, about=about)


def hold_for_dispute(order: Order, text: str, *, about: str) -> None:
    """Put an order with a disputed payment on hold, so that nothing more is sent, and alert the merchant once."""
    if order.status in PAID:
        move(order, Status.ON_HOLD, text, alert=True, quietly=True, in_doubt=True)
    else:
        add_note(order, text, alert=True)
    emails.queue(order, emails.EmailKind.ALERT, about=about)


def restore_status(order: Order, to: Status, text: str) -> None:
    """Restore the status of an order after a dispute was settled."""
    move(order, to, text, quietly=True, in_doubt=True)


def settle(order: Order, note: str) -> bool:
    """Record that the money has arrived, and take the bottles unless they were taken before.

    If they were sold to somebody else meanwhile, the order goes on hold with an alert for staff: returns False.
    """
    if not stock.sell(order):
        put_on_hold_with_alert(order, f"{note} The bottles are no longer there: deliver later or refund.")
        return False
    move(order, Status.PROCESSING, note)
    return True


def fail(order: Order, note: str) -> None:
    """Record a declined payment. The bottles stay held until the hold ends, so that another card can be tried."""
    if order.status == Status.FAILED:
        add_note(order, note)
        emails.delay_failure_emails(order)
        return
    if order.status == Status.ON_HOLD:
        stock.unsell(order)
    move(order, Status.FAILED, note)


def keep_unpaid(order: Order, note: str) -> None:
    """Release what a pending order holds, and keep the order: it can be paid as long as there are bottles."""
    move(order, Status.FAILED, note, quietly=True)
    release_holds(order)


def cancel(order: Order, note: str, *, by: User | None = None) -> None:
    """Cancel an order and give its coupons and bottles back."""
    move(order, Status.CANCELLED, note, by=by)
    release_holds(order)


def release_holds(order: Order) -> None:
    """Release the coupons and bottles of a cancelled or unpaid order, once; sold bottles go back into the stock."""
    redemptions.release(order)
    stock.restock_unsold(order)
    stock.release(order)


def move_by_staff(order: Order, to: Status, by: User, why: str = "") -> None:
    """Change the status as staff decided, with bottles and coupons. Raises Refusal when that is no longer possible.

    `refunded` is not set here but by a refund (payments/refunds.py).
    """
    was = Status(order.status)
    if to not in staff_targets(was):
        raise Refusal("illegal_move", f"It is {order.get_status_display().lower()}: not changed.")
    if to in TAKEN or to is Status.PENDING:
        redemptions.hold_again(order, in_any_case=True)
    if to in TAKEN and not stock.sell(order):
        raise Refusal("out_of_stock", "Its bottles are no longer in stock.")
    if to is Status.PENDING:
        _refuse_second_pending(order)
        stock.reserve(order, ordered_quantities(order), hold_until(timezone.now()))
    if to is Status.FAILED and was is Status.ON_HOLD:
        stock.unsell(order)
    move(order, to, why or f"Changed by {by.full_name or by.email}.", by=by)
    if to is Status.CANCELLED:
        release_holds(order)
