"""What will be at the moment of a launch, before it is: the stock, the e-mail, and a list of what to check."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q, Sum

from vintner.alerts import alert_emails
from vintner.alerts.models import Alert
from vintner.catalogue import products
from vintner.catalogue.models import Product, Variation
from vintner.launches.launching import receive_bottles
from vintner.launches.models import LaunchPlan, PlannedBottles
from vintner.launches.plans import lock_plan, plan_notice
from vintner.notices.models import StoreNotice
from vintner.orders.models import Email
from vintner.shipping.models import Destination, Method

NOBODYS: Final = "preview"
"""Stands for a subscriber's token in e-mails that are shown to staff: its link leads to a page that says so."""
READER: Final = "you@example.com"
"""To whom the e-mail of a preview is written."""


@dataclass(frozen=True, slots=True)
class CheckedPoint:
    """A point of the list in words, and whether it is as it should be."""

    text: str
    is_fine: bool


@contextmanager
def rehearse(plan_id: int) -> Iterator[LaunchPlan | None]:
    """Let the database be as at the moment within this block: the bottles, the published wine, the banner.

    All of it is rolled back. Yields None for a plan that is not open. The rows are locked meanwhile, so keep it short.
    """
    with transaction.atomic():
        plan = lock_plan(plan_id)
        if plan is not None:
            list(StoreNotice.objects.order_by("pk").select_for_update(no_key=True).values_list("pk"))
            receive_bottles(plan, plan.moment)
            Product.objects.filter(pk=plan.product_id).update(published=True)
            plan.product.published = True
            plan_notice(plan)
            _turn_notices(plan.moment)
            products.refresh_products([plan.product_id], plan.moment)
        yield plan
        transaction.set_rollback(True)


def _turn_notices(moment: datetime) -> None:
    """Let the notices that are due at a moment be due now, and no others."""
    due = StoreNotice.objects.filter(
        Q(starts_at=None) | Q(starts_at__lte=moment), Q(ends_at=None) | Q(ends_at__gt=moment)
    )
    StoreNotice.objects.exclude(pk__in=due).update(enabled=False)
    due.update(starts_at=None, ends_at=None)


def preview_email(plan: LaunchPlan) -> Email:
    """Return the e-mail about the launch as subscribers will get it. It is not sent, and not stored."""
    with transaction.atomic():
        alert_emails.queue_launch(READER, plan.product, NOBODYS)
        email = Email.objects.filter(to=READER).latest("pk")  # others write e-mails at the same time
        transaction.set_rollback(True)
    return email


def send_to(plan: LaunchPlan, address: str) -> None:
    """Send the e-mail about the launch to a member of staff."""
    alert_emails.queue_launch(address, plan.product, NOBODYS)


def check_plan(plan: LaunchPlan) -> tuple[CheckedPoint, ...]:
    """Return the points to look at before a launch. Eleven queries."""
    product = Product.objects.get(pk=plan.product_id)
    rows = list(plan.rows.select_related("variation__product"))
    on_sale = [row.variation for row in rows if row.variation.enabled]
    return (
        _point(
            product.published,
            "The wine is published.",
            "The wine is not published. Publish it before the moment: otherwise nothing of this happens.",
        ),
        _point(bool(product.picture_id), "It has a picture.", "It has no picture."),
        _point(
            bool(on_sale) and all(each.regular_price is not None for each in on_sale),
            "Every bottle has a price.",
            "A bottle has no price, so nobody can buy it.",
        ),
        *_check_launch_prices(plan),
        *_check_banner(plan, product),
        _check_stock(plan, on_sale),
        _point(
            product.virtual or _can_be_sent(),
            "It can be sent: there is a delivery method, and a state that wine may go to.",
            "It cannot be sent: add a delivery method, and the states that wine may go to.",
        ),
    )


def _check_launch_prices(plan: LaunchPlan) -> Iterator[CheckedPoint]:
    for row in plan.rows.exclude(price=None).select_related("variation__product"):
        bottle = row.variation
        price = None if bottle.regular_price is None else bottle.price(plan.moment)
        if row.price is not None:
            yield _point(
                price is not None and price.current == row.price,
                f"{bottle} costs {row.price.text} from the moment on{_name_own_price(row)}.",
                f"{bottle} will not cost {row.price.text}: its sale was changed in the wine's own form.",
            )


def _name_own_price(row: PlannedBottles) -> str:
    return "" if row.own_price is None else f", in place of its own sale price of {row.own_price.text}"


def _check_banner(plan: LaunchPlan, product: Product) -> Iterator[CheckedPoint]:
    """Find out whether the banner is switched off, or hidden: of several notices, the newest is displayed."""
    if not plan.notice_text or not product.published or not plan.is_open:
        return
    notice = StoreNotice.objects.filter(pk=plan.notice_id or 0, enabled=True).first()
    if notice is None:
        yield CheckedPoint(
            "The banner will not be displayed: it is switched off among the store notices.", is_fine=False
        )
        return
    newer = StoreNotice.objects.filter(Q(ends_at=None) | Q(ends_at__gt=plan.moment), enabled=True, pk__gt=notice.pk)
    if notice.ends_at is not None:
        newer = newer.filter(Q(starts_at=None) | Q(starts_at__lt=notice.ends_at))
    text = newer.order_by("-pk").values_list("text", flat=True).first()
    yield _point(
        text is None,
        "The banner is displayed from the moment on.",
        f"A newer store notice hides the banner while both are displayed: “{text}”",
    )


def _check_stock(plan: LaunchPlan, on_sale: list[Variation]) -> CheckedPoint:
    """Compare the bottles at the moment with those who wait for them."""
    waiting = Alert.objects.filter(
        kind=Alert.Kind.LAUNCH, product=plan.product_id, sent_at=None, stopped_at=None, confirmed_at__isnull=False
    ).count()
    people = "1 address waits" if waiting == 1 else f"{waiting} confirmed addresses wait"
    if any(each.stock.limit is None for each in on_sale):
        return CheckedPoint(f"{people}; the stock is not counted, or may be ordered beyond.", is_fine=True)
    coming = plan.rows.filter(received_at=None).aggregate(sum=Sum("bottles"))["sum"] or 0
    bottles = coming + sum(each.stock.limit or 0 for each in on_sale)
    text = f"{people} for {bottles} bottles"
    if bottles == 0:
        return CheckedPoint(f"{text}: nobody is mailed before there is one.", is_fine=False)
    return CheckedPoint(f"{text}." if bottles >= waiting else f"{text}: not all will get one.", bottles >= waiting)


def _can_be_sent() -> bool:
    return Method.objects.filter(enabled=True).exists() and Destination.objects.filter(wine_allowed=True).exists()


def _point(is_fine: bool, fine: str, wrong: str) -> CheckedPoint:
    return CheckedPoint(fine if is_fine else wrong, is_fine)
