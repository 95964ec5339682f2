"""The customer's orders as the dashboard and the pages of orders list them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime

from vintner.accounts.area.pages import OrderSummary
from vintner.cart.order_again import find_orderable_again
from vintner.catalogue.pictures import image
from vintner.customers.models import User
from vintner.orders.models import Order, OrderEvent, OrderLine
from vintner.orders.ownership import find_own_orders, link, pay_link
from vintner.orders.progress import TONES, find_stage, state_words
from vintner.orders.rules import Status
from vintner.payments.attempts.pay_again import is_payable
from vintner.web.dates import day_in_words

ORDERS_A_PAGE = 10
NEWEST_ORDERS = 3
"""Orders on the dashboard."""
LINES_PER_ORDER = 3
"""Lines of an order in the list; the order's own page has all of them."""
PICTURES_PER_ORDER = 4


@dataclass(frozen=True, slots=True)
class OrdersOfPage:
    """The orders of a page, and how many pages there are: at least one, which may be empty."""

    orders: tuple[OrderSummary, ...]
    pages: int


def newest_orders(user: User) -> tuple[OrderSummary, ...]:
    """Return the orders for the dashboard. Seven queries."""
    return _summaries(find_own_orders(user)[:NEWEST_ORDERS])


def orders_of_page(user: User, page: int) -> OrdersOfPage | None:
    """Return one page of the customer's orders, newest first, None if there is no such page. Eight queries."""
    orders = find_own_orders(user)
    pages = max(1, -(-orders.count() // ORDERS_A_PAGE))
    if not 1 <= page <= pages:
        return None
    return OrdersOfPage(_summaries(orders[(page - 1) * ORDERS_A_PAGE : page * ORDERS_A_PAGE]), pages)


def _summaries(orders: QuerySet[Order]) -> tuple[OrderSummary, ...]:
    lines = OrderLine.objects.select_related("variation__picture", "variation__product__picture")
    completions = OrderEvent.objects.filter(became=Status.COMPLETED)
    found = orders.prefetch_related(Prefetch("lines", lines), "shipments__lines", Prefetch("events", completions))
    rows, now = list(found), timezone.now()
    again = find_orderable_again(rows)
    return tuple(_summary(order, now, is_sold=order.pk in again) for order in rows)


def _summary(order: Order, now: datetime, *, is_sold: bool) -> OrderSummary:
    payable = is_payable(order)
    stage = find_stage(order, list(order.shipments.all()), now)
    pictures = [line.picture for line in order.lines.all() if line.picture]
    return OrderSummary(
        number=order.number,
        date=day_in_words(localtime(order.placed_at).date()),
        state=state_words(order, stage),
        tone=TONES.get(stage, ""),
        total=order.total.text,
        bought=_line_texts(order),
        pictures=tuple(image(picture) for picture in pictures[:PICTURES_PER_ORDER]),
        url=reverse("view_order", args=[order.pk]),
        pay_url=pay_link(order) if payable else "",
        cancel_url=link("order_cancel", order) if payable else "",
        again_url=link("order_again", order) if is_sold else "",
    )


def _line_texts(order: Order) -> tuple[str, ...]:
    """Return the first lines of an order as text."""
    lines = list(order.lines.all())
    texts = tuple(f"{line.quantity} × {line.label.text}" for line in lines[:LINES_PER_ORDER])
    return texts if len(lines) <= LINES_PER_ORDER else (*texts, f"and {len(lines) - LINES_PER_ORDER} more")
