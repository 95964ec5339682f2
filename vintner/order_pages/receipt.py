"""Builds the receipt (WooCommerce's order-received page) from the permanent record."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from vintner.cart.order_again import find_orderable_again
from vintner.cart.pages import LineView, TotalRow
from vintner.catalogue.pictures import image
from vintner.checkout import accounts
from vintner.checkout.gift_fields import OrderGift
from vintner.checkout.pages import AccountOffer, OrderReceivedPage, OrderUpdate, PickupPlace
from vintner.checkout.recurring_line import RecurringLine
from vintner.customers.models import User
from vintner.order_pages.receipt_texts import HEADINGS, SEE_ORDER, THANKS, next_steps, status_text
from vintner.orders import notes
from vintner.orders.amounts import amounts, payment_title, rows_after_refunds
from vintner.orders.documents import documents
from vintner.orders.documents.letterhead import store_lines
from vintner.orders.models import Order, OrderLine, Shipment
from vintner.orders.ownership import GRACE, link, pay_link
from vintner.orders.pickup import find_pickup_terms
from vintner.orders.progress import find_stage
from vintner.orders.rules import NO_PRICES, PAYABLE, WITH_PRICES, Status
from vintner.orders.shipments.promises import promised_delivery
from vintner.payments.attempts.pay_again import is_payable
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.attempts.start_payment import is_trusted_page
from vintner.payments.models import Payment
from vintner.payments.types import Flow
from vintner.shipping.regions import Address
from vintner.subscriptions.recurring import RecurringSentence, recurring_sentences
from vintner.web.dates import day_in_words
from vintner.web.form_props import FormField
from vintner.web.page import CSRF_TOKEN, Head, Shared

RELOAD_SECONDS = 5
"""Seconds between two reloads while the shopper confirms on a phone."""
PAGE_LABELS = {Flow.VOUCHER: "Show the voucher", Flow.DEBIT: "Confirm your bank account"}


def empty_receipt_page(shared: Shared) -> OrderReceivedPage:
    """Return the page for the address without an id, which is about no order."""
    return OrderReceivedPage(head=_head(), shared=shared, found=False, heading=THANKS)


def stranger_page(shared: Shared) -> OrderReceivedPage:
    """Return the page for a wrong key: it says how an order is opened, whether there is such an order or not."""
    return OrderReceivedPage(head=_head(SEE_ORDER), shared=shared, found=False, heading=SEE_ORDER)


def receipt_page(
    order: Order, shared: Shared, user: User | None = None, *, is_buyer: bool = False, problem: str = ""
) -> OrderReceivedPage:
    """Return the receipt. The caller has checked that the visitor may see it.

    `is_buyer`: the visitor is sure to be the buyer, who may open an account; `problem` says why that failed.
    """
    now = timezone.now()
    status = Status(order.status)
    stage = find_stage(order, list_shipments(order), now)
    refunds, total_after_refunds = refund_rows(order)
    waiting = find_pending_payment(order)
    pickup = find_pickup(order)
    recurring = recurring_sentences(order, now)
    return OrderReceivedPage(
        head=_head(),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        found=True,
        heading=HEADINGS.get(status, THANKS),
        status=status.value,
        status_text=status_text(order, stage, waiting),
        number=order.number,
        date=day_of(order.placed_at),
        email=order.email,
        payment_title=payment_title(order),
        next_steps=next_steps(order, stage, pickup, recurring, is_new=True),
        updates=customer_updates(order),
        lines=line_views(order),
        rows=total_rows(order),
        total=order.total.text,
        recurring=recurring_lines(order, recurring, user),
        refunds=refunds,
        total_after_refunds=total_after_refunds,
        billing_address=billing_lines(order),
        shipping_address=shipping_lines(order),
        pickup=pickup,
        delivery=promised_delivery(order),
        customer_note=order.customer_note,
        gift=order_gift(order),
        store_address=store_lines(),
        pay_url=pay_link(order) if is_payable(order) else "",
        cancel_url=link("order_cancel", order) if is_payable(order) else "",
        again_url=again_url(order),
        invoice_url=link("order_invoice", order) if documents.has_invoice(order) else "",
        account_url=reverse("account") if user is not None else "",
        provider_page=provider_page(waiting),
        provider_page_label=provider_page_label(waiting),
        look_again_after=reload_seconds(waiting),
        account=account_offer(order, problem) if is_buyer and may_have_account(order, user) else None,
    )


def recurring_lines(
    order: Order, sentences: Sequence[RecurringSentence], user: User | None
) -> tuple[RecurringLine, ...]:
    """Return what recurs after an order, with links for its owner who is logged in."""
    is_owner = user is not None and user.pk == order.user_id
    return tuple(
        RecurringLine(
            label=each.label,
            url=reverse("view_subscription", args=[each.subscription.pk]) if is_owner and each.subscription else "",
            text=each.text,
        )
        for each in sentences
    )


def may_have_account(order: Order, user: User | None) -> bool:
    """Return whether an account is offered with the order. An unpaid order has to be paid first."""
    return user is None and order.user_id is None and order.status not in (*PAYABLE, Status.CANCELLED)


def list_shipments(order: Order) -> list[Shipment]:
    """Return what was sent, with what is in it. Two queries, none for an order of which nothing can have been sent."""
    if order.status in PAYABLE:
        return []
    return list(order.shipments.prefetch_related("lines__line"))


def is_new(order: Order, now: datetime) -> bool:
    """Return whether the order was placed or paid just now (docs/behaviour/orders.md#receipt)."""
    return now - (order.paid_at or order.placed_at) < GRACE


def _head(title: str = "Order received") -> Head:
    return Head(title=f"{title} – {settings.STORE_NAME}", robots="noindex")


def day_of(moment: datetime) -> str:
    """Return the day of a moment in the store's time zone, in words."""
    return day_in_words(timezone.localtime(moment).date())


def find_pending_payment(order: Order) -> Payment | None:
    """Return the attempt whose outcome the order waits for."""
    of_status = {Status.ON_HOLD: PaymentStatus.PROCESSING, Status.PENDING: PaymentStatus.ACTION_REQUIRED}
    wanted = of_status.get(Status(order.status))
    return order.payments.filter(status=wanted).order_by("-attempt").first() if wanted else None


def provider_page(waiting: Payment | None) -> str:
    """Return the provider's page where the shopper finishes the payment, '' if there is none."""
    if waiting is None or waiting.method_type.flow not in PAGE_LABELS or not is_trusted_page(waiting.provider_page):
        return ""
    return waiting.provider_page


def provider_page_label(waiting: Payment | None) -> str:
    """Return what the link to the provider's page says."""
    return PAGE_LABELS[waiting.method_type.flow] if waiting and provider_page(waiting) else ""


def reload_seconds(waiting: Payment | None) -> int:
    """Return after how many seconds the page looks again by itself, 0 for never."""
    return RELOAD_SECONDS if waiting and waiting.method_type.flow is Flow.CODE else 0


def customer_updates(order: Order) -> tuple[OrderUpdate, ...]:
    """Return what the store wrote to the customer, the newest first."""
    return tuple(OrderUpdate(date=day_of(each.at), text=each.note) for each in notes.customer_notes(order))


def refund_rows(order: Order) -> tuple[tuple[TotalRow, ...], str]:
    """Return what went back, and the total after it: nothing and '' while nothing did."""
    *refunds, (_, total) = rows_after_refunds(order) or [("", "")]
    return tuple(TotalRow(kind="discount", label=label, amount=text) for label, text in refunds), total


def billing_lines(order: Order) -> tuple[str, ...]:
    """Return the lines of the bill's address, with the phone number."""
    billing = Address.read(order.billing)
    return (*billing.lines(), billing.phone) if billing.phone else billing.lines()


def shipping_lines(order: Order) -> tuple[str, ...]:
    """Return the lines of the parcel's address, nothing where there is no parcel."""
    return () if order.is_pickup else Address.read(order.shipping).lines()


def find_pickup(order: Order) -> PickupPlace | None:
    """Return where and by whom the order is collected; None where it is sent."""
    if not order.is_pickup:
        return None
    terms = find_pickup_terms(order)
    return PickupPlace(address=terms.address, hours=terms.hours, where=terms.where, who=terms.who)


def order_gift(order: Order) -> OrderGift | None:
    """Return what the parcel of a gift has; None for an order that is none."""
    if not order.is_gift:
        return None
    prices = NO_PRICES if order.gift_without_prices else WITH_PRICES
    return OrderGift(message=order.gift_message, prices=prices)


def again_url(order: Order) -> str:
    """Return where the order is bought again; '' while it is to be paid or cancelled instead, and where nothing of it
    could be bought.
    """
    return link("order_again", order) if find_orderable_again([order]) else ""


def account_offer(order: Order, problem: str) -> AccountOffer:
    field = accounts.PASSWORD
    password = FormField(
        name=field.name,
        label="Choose a password",
        kind=field.kind,
        required=True,
        autocomplete=field.autocomplete,
        inputmode="",
        placeholder="",
        hint=field.hint,
        value="",
        error=problem,
    )
    return AccountOffer(action=link("order_account", order), email=order.email, password=password)


def line_views(order: Order) -> tuple[LineView, ...]:
    """Return the order's lines, as they were named and priced when it was placed."""
    rows = order.lines.select_related("variation__picture", "variation__product__picture")
    return tuple(line_view(row) for row in rows)


def line_view(row: OrderLine) -> LineView:
    """Return a line. A product that is no longer sold has its name, without picture and link."""
    product = row.variation.product if row.variation else None
    is_free = row.given and not row.subtotal
    return LineView(
        key=str(row.pk),
        product_id=row.product_id,
        variation_id=row.variation_id or 0,
        producer=row.label.maker,
        name=row.name,
        details=_details(row),
        url=product.get_absolute_url() if product and product.published else "",
        image=image(row.picture) if row.picture else None,
        sku=row.sku,
        quantity=row.quantity,
        most=row.quantity,
        unit_price="Free" if is_free else row.unit_price.text,
        unit_before=row.regular_unit_price.text if row.regular_unit_price > row.unit_price else "",
        subtotal="Free" if is_free else row.subtotal.text,
        problem="",
    )


def _details(row: OrderLine) -> str:
    """Return what the label adds to the name, and how many bottles a box holds. A gift set names its bottles."""
    box = f"Box of {row.bottles_each} bottles" if row.bottles_each > 1 and " × " not in row.options else ""
    return " · ".join(part for part in (row.label.details, box) if part)


def total_rows(order: Order) -> tuple[TotalRow, ...]:
    """Return the rows above the total, with the labels that the order recorded; they add up to it."""
    return tuple(TotalRow(kind=each.kind, label=each.label, amount=each.text) for each in amounts(order))
