"""What can be done to an order. Every change of status goes through `move`.

Rows are locked in the one order that docs/payments.md ("Locks") names.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Sum
from django.utils import timezone

from vintner.customers.models import User
from vintner.money import ZERO, Money, currency
from vintner.orders import redemptions, stock
from vintner.orders.addresses import Address
from vintner.orders.emails import emails
from vintner.orders.models import Order, OrderAdjustment, OrderEvent, OrderLine
from vintner.orders.rules import PAID, TAKEN, IllegalMove, Status, may_move, staff_targets
from vintner.refusal import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLine:
    """A line to be recorded. `subtotal` is after promotions, before coupons (`discount`) and tax."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAdjustment:
    """A promotion, discount, coupon, fee or tax to be recorded with its label."""

    kind: OrderAdjustment.Kind
    label: str
    rate: str
    amount: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class NewOrder:
    """A priced cart with who and where to. The totals add up, or the database refuses the row.

    `remark` is told to staff where the order's history begins.
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
    shipping_rate: str = ""
    shipping_title: str = ""
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
    """Write the order, its lines and adjustments, pending payment. The first event seals them against change."""
    order = write(Order(), new)
    OrderEvent.objects.create(order=order, became=Status.PENDING, note=new.first_note)
    return order


def write(order: Order, new: NewOrder) -> Order:
    """Fill in an order that has no lines, and save it; one that is there already keeps its date."""
    for name in _COPIED_FIELDS:
        setattr(order, name, getattr(new, name))
    for name, value in _recipient(new).items():
        setattr(order, name, value)
    if order._state.adding or order.status == Status.DRAFT:
        order.placed_at = timezone.now()
        order.currency = currency()
    order.save()
    OrderLine.objects.bulk_create(_line(order, line) for line in new.lines)
    OrderAdjustment.objects.bulk_create(
        OrderAdjustment(order=order, kind=item.kind, label=item.label, rate=item.rate, amount=item.amount)
        for item in new.adjustments
    )
    return order


_COPIED_FIELDS = (
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


def readdress(order: Order, new: NewOrder) -> None:
    """Take over who and where to from another try at the same cart; what was bought and its price stay."""
    owner: dict[str, object] = {} if new.user is None else {"user": new.user}
    Order.objects.filter(pk=order.pk).update(**_recipient(new), **owner)


def _recipient(new: NewOrder) -> dict[str, object]:
    return {
        "email": new.email,
        "billing": new.billing.stored(),
        "shipping": new.shipping.stored(),
        "customer_note": new.customer_note,
        "payment_method": new.payment_method,
        "payment_title": new.payment_title,
    }


def _line(order: Order, line: NewLine) -> OrderLine:
    return OrderLine(
        order=order,
        variation_id=line.variation_id,
        product_id=line.product_id,
        sku=line.sku,
        producer=line.producer,
        name=line.name,
        vintage=line.vintage,
        size=line.size,
        options=line.options,
        quantity=line.quantity,
        regular_unit_price=line.regular_unit_price,
        subtotal=line.subtotal,
        discount=line.discount,
        tax=line.tax,
        promotion=line.promotion,
        given=line.given,
    )


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
    """Change the status of a locked order, write the event, and tell shopper and merchant unless `quietly`.

    A payment `in_doubt` moves it as staff may. Raises IllegalMove when the graph has no such way.
    """
    was = Status(order.status)
    if not may_move(was, to, by_staff=in_doubt or by is not None):
        raise IllegalMove(f"order {order.pk}: {was} to {to}")
    changes: dict[str, object] = {"status": to}
    if to in PAID and order.paid_at is None:
        changes["paid_at"] = timezone.now()
    if not Order.objects.filter(pk=order.pk, status=was).update(**changes):
        raise IllegalMove(f"order {order.pk} is no longer {was}")
    order.status = to
    order.paid_at = changes.get("paid_at", order.paid_at)  # type: ignore[assignment]
    OrderEvent.objects.create(order=order, was=was, became=to, note=note[:500], by=by, alert=alert)
    if not quietly:
        emails.queue_for_move(order, was, to)


def add_note(order: Order, text: str, *, alert: bool = False, by: User | None = None) -> None:
    """Write down something that happened without a change of status."""
    OrderEvent.objects.create(order=order, note=text[:500], alert=alert, by=by)


def hold_until(now: datetime) -> datetime:
    """Return how long an order placed now keeps its bottles without payment."""
    return now + timedelta(minutes=settings.STOCK_HOLD_MINUTES)


def hold_longer(order: Order, until: datetime) -> None:
    """Let an unpaid order keep its bottles until then, if its hold would end before."""
    stock.prolong(order, until)


def set_payment_method(order: Order, method: str, title: str) -> None:
    """Write down by what another try to pay an unpaid order is made."""
    order.payment_method, order.payment_title = method, title
    order.save(update_fields=["payment_method", "payment_title"])


def reopen(order: Order, now: datetime) -> None:
    """Make a failed order payable again and hold its coupons and bottles anew. Raises Refusal when they are gone."""
    if order.status == Status.FAILED:
        _refuse_second_pending(order)
        move(order, Status.PENDING, "The shopper tries the payment again.")
    redemptions.hold_again(order)
    stock.reserve(order, ordered_quantities(order), hold_until(now))


def _refuse_second_pending(order: Order) -> None:
    """Of one cart, one order at a time waits to be paid."""
    others = Order.objects.filter(cart_id=order.cart_id, status=Status.PENDING).exclude(pk=order.pk)
    if order.cart_id is not None and others.exists():
        raise Refusal(
            "other_order", "Another order from the same cart is waiting to be paid. Pay or cancel that first."
        )


def ordered_quantities(order: Order, *, by_hand: bool = False) -> dict[int, int]:
    """Return how many of each variation the order has; what is no longer for sale is left out.

    `by_hand` counts only what the shopper put into the cart, not what promotions gave.
    """
    lines = OrderLine.objects.filter(order=order, variation__isnull=False).order_by()
    lines = lines.filter(given=False) if by_hand else lines
    return dict(lines.values_list("variation_id").annotate(quantity=Sum("quantity")))


def mark_paid(order: Order, note: str) -> None:
    """The money is there: take the bottles from stock and tell shopper and merchant.

    When the bottles went to somebody else meanwhile, the order is parked on hold for a person to settle.
    """
    redemptions.hold_again(order, in_any_case=True)  # the money is there, whatever others used meanwhile
    if not stock.sell(order):
        put_on_hold_with_alert(order, f"{note} The bottles are no longer there: deliver later or refund.")
        return
    move(order, Status.PROCESSING, note)


def put_on_hold(order: Order, note: str) -> None:
    """The money is on its way: the bottles are taken, the parcel waits."""
    redemptions.hold_again(order, in_any_case=True)
    sold = stock.sell(order)
    move(order, Status.ON_HOLD, note if sold else f"{note} The bottles are no longer there.", alert=not sold)
    if not sold:
        emails.queue(order, emails.EmailKind.ALERT)


def put_on_hold_with_alert(order: Order, note: str, *, about: str = "") -> None:
    """Something about the money needs a person: on hold where that is possible, with an alert in any case."""
    if may_move(Status(order.status), Status.ON_HOLD, by_staff=False):
        move(order, Status.ON_HOLD, note, alert=True, quietly=True)
    else:
        OrderEvent.objects.create(order=order, note=note, alert=True)
    emails.queue(order, emails.EmailKind.ALERT, about=about)


def hold_for_dispute(order: Order, text: str, *, about: str) -> None:
    """Somebody doubts the payment: nothing more is sent until that is settled, and the merchant is told, once."""
    if order.status in PAID:
        move(order, Status.ON_HOLD, text, alert=True, quietly=True, in_doubt=True)
    else:
        add_note(order, text, alert=True)
    emails.queue(order, emails.EmailKind.ALERT, about=about)


def restore_status(order: Order, to: Status, text: str) -> None:
    """The doubt is over: an order that was held back is where it was."""
    move(order, to, text, quietly=True, in_doubt=True)


def settle(order: Order, note: str) -> None:
    """Money that was on its way has arrived; the bottles were taken before."""
    move(order, Status.PROCESSING, note)


def fail(order: Order, note: str) -> None:
    """The payment was declined. The bottles stay held until the hold ends, so that another card can be tried."""
    if order.status == Status.FAILED:
        OrderEvent.objects.create(order=order, note=note)
        emails.delay_failure_emails(order)
        return
    if order.status == Status.ON_HOLD:
        stock.unsell(order)
    move(order, Status.FAILED, note)


def cancel(order: Order, note: str, *, by: User | None = None) -> None:
    """End an order whose money does not come and give its coupons and bottles back."""
    move(order, Status.CANCELLED, note, by=by)
    release_holds(order)


def release_holds(order: Order) -> None:
    """Give back what an ended or unpaid order holds, once; what it had taken from the cellar as well."""
    redemptions.release(order)
    stock.put_back(order)
    stock.release(order)


def move_by_staff(order: Order, to: Status, by: User, why: str = "") -> None:
    """Do what a member of staff decided, bottles and coupons included. Raises Refusal when it is not possible any more.

    `refunded` is not set here but by a refund (payments/refunds.py).
    """
    was = Status(order.status)
    if to not in staff_targets(was):
        raise Refusal("illegal_move", f"Order {order.number} is {order.get_status_display().lower()}: not changed.")
    if to in TAKEN or to is Status.PENDING:
        redemptions.hold_again(order, in_any_case=True)
    if to in TAKEN and not stock.sell(order):
        raise Refusal("out_of_stock", f"The bottles of order {order.number} are no longer in stock.")
    if to is Status.PENDING:
        _refuse_second_pending(order)
        stock.reserve(order, ordered_quantities(order), hold_until(timezone.now()))
    if to is Status.FAILED and was is Status.ON_HOLD:
        stock.unsell(order)
    move(order, to, why or f"Changed by {by.full_name or by.email}.", by=by)
    if to is Status.CANCELLED:
        release_holds(order)
