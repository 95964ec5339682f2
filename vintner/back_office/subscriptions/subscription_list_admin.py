"""The list of subscriptions: what it shows, how it is filtered and searched."""

from typing import ClassVar, Final

from django.contrib import admin
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.timezone import localtime
from unfold.decorators import display

from vintner.catalogue.staff_search import VARIATIONS
from vintner.shipping.regions import Address
from vintner.subscriptions.addresses import BAD_ADDRESS
from vintner.subscriptions.box_dates import next_due
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import OPEN_BOXES, BoxState, SubscriptionStatus
from vintner.web.admin.bounded_list import BoundedList
from vintner.web.admin.term_search import Source, find
from vintner.web.admin.titled_filter import CheckboxesFilter

PAUSED: Final = "paused"
"""What staff reads instead of “on-hold” when it is the subscriber’s wish."""
TONES: Final = {
    SubscriptionStatus.PENDING.value: "warning",
    SubscriptionStatus.ACTIVE.value: "success",
    SubscriptionStatus.ON_HOLD.value: "danger",
    PAUSED: "info",
    SubscriptionStatus.PENDING_CANCEL.value: "warning",
    SubscriptionStatus.CANCELLED.value: "default",
    SubscriptionStatus.SWITCHED.value: "default",
    SubscriptionStatus.EXPIRED.value: "default",
}
BOX_WORDS: Final = {
    BoxState.SCHEDULED.value: "Planned",
    BoxState.CHARGING.value: "Being charged",
    BoxState.AWAITING.value: "Payment on its way",
    BoxState.RETRYING.value: "Is tried again",
    BoxState.ACTION.value: "Has stopped",
    BoxState.PAID.value: "Paid",
    BoxState.SKIPPED.value: "Skipped",
    BoxState.CANCELLED.value: "Left out",
}
"""What staff reads of a box's state; `describe_state` knows those that wait for an address, too."""
OPEN: Final = sorted(each.value for each in OPEN_BOXES)
TROUBLED: Final = sorted(each.value for each in (BoxState.RETRYING, BoxState.ACTION))


def describe_state(box: Box) -> str:
    return "Waits for an address" if box.reason == BAD_ADDRESS else BOX_WORDS[box.state]


class SubscriptionStatusFilter(CheckboxesFilter):
    """Filters subscriptions by status."""

    title = "status"
    parameter_name = "status__in"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(each.value, each.value.replace("-", " ").capitalize()) for each in SubscriptionStatus]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Subscription]) -> QuerySet[Subscription]:
        chosen = self.value()
        return queryset.filter(status__in=chosen) if chosen else queryset


class BoxFilter(admin.SimpleListFilter):
    """Filters subscriptions by what their next box waits for."""

    title = "next box"
    parameter_name = "box"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [
            ("trouble", "Not charged: tried again, or waits for the subscriber"),
            ("action", "Waits for the subscriber"),
            ("awaiting", "Money is on its way"),
            ("by_hand", "Is paid by hand"),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Subscription]) -> QuerySet[Subscription]:
        match self.value():
            case "trouble":
                return queryset.filter(_has_box(*TROUBLED) | _waits_for_address())
            case "action":
                return queryset.filter(_has_box(BoxState.ACTION) | _waits_for_address())
            case "awaiting":
                return queryset.filter(_has_box(BoxState.AWAITING))
            case "by_hand":
                return queryset.filter(method=None, status__in=("active", "on-hold"))
        return queryset


def _has_box(*states: str) -> Exists:
    return Exists(Box.objects.filter(subscription=OuterRef("pk"), state__in=states))


def _waits_for_address() -> Exists:
    return Exists(Box.objects.filter(subscription=OuterRef("pk"), state__in=OPEN, reason=BAD_ADDRESS))


class SubscriptionList(BoundedList):
    list_display = ("number", "subscriber", "wine", "plan", "state", "next_box", "price", "charged_to")
    list_filter = (SubscriptionStatusFilter, BoxFilter, "plan")
    list_filter_submit = True
    search_fields = ("id",)  # Django shows the search box for it; `sources` say what is searched
    search_help_text = "Number, “order 58”, email address, name, wine, SKU or plan"
    sources: ClassVar[tuple[Source, ...]] = (
        Source(sql="SELECT id FROM subscriptions_subscription WHERE id = %s", by="number", of="subscription"),
        Source(sql="SELECT id FROM subscriptions_subscription WHERE first_order_id = %s", by="number", of="order"),
        Source(sql="SELECT subscription_id FROM subscriptions_box WHERE order_id = %s", by="number", of="order"),
        Source(
            sql="SELECT s.id FROM subscriptions_subscription s JOIN catalogue_plan p ON p.id = s.plan_id"
            " WHERE plain_text(p.name) LIKE plain_text(%s)",
            by="part",
        ),
        *(
            Source(sql=f"SELECT id FROM subscriptions_subscription WHERE variation_id IN ({ids})", by="part")  # noqa: S608 - ours
            for ids in VARIATIONS
        ),
    )
    text = (
        "plain_text(subscriptions_subscription.email || ' ' || (subscriptions_subscription.billing ->> 'first_name')"
        " || ' ' || (subscriptions_subscription.billing ->> 'last_name'))"
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Subscription]:
        boxes = Prefetch("boxes", Box.objects.filter(state__in=OPEN), to_attr="open_boxes")
        rows: QuerySet[Subscription] = super().get_queryset(request)
        return rows.select_related("plan", "variation__product", "method").prefetch_related(boxes)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Subscription], search_term: str
    ) -> tuple[QuerySet[Subscription], bool]:
        return find(queryset, search_term, text=self.text, sources=self.sources), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Subscriptions open with an order."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Subscription | None = None) -> bool:
        return False

    @display(description="subscriber", header=True)
    def subscriber(self, subscription: Subscription) -> tuple[str, str]:
        return Address.read(subscription.billing).name, subscription.email

    @display(description="wine")
    def wine(self, subscription: Subscription) -> str:
        return f"{subscription.quantity} × {subscription.variation.product.name}"

    @display(description="status", ordering="status", label=TONES)
    def state(self, subscription: Subscription) -> tuple[str, str]:
        if subscription.is_paused:
            return PAUSED, "Paused"
        return subscription.status, subscription.get_status_display()

    @display(description="next box")
    def next_box(self, subscription: Subscription) -> str:
        boxes: list[Box] = subscription.open_boxes  # type: ignore[attr-defined]  # prefetched
        if not boxes:
            return "–"
        [box] = boxes
        day = f"{localtime(next_due(subscription, box)):%b %-d, %Y}"
        is_planned = box.state == BoxState.SCHEDULED and box.reason != BAD_ADDRESS
        return day if is_planned else f"{day}: {describe_state(box).lower()}"

    @display(description="charged to")
    def charged_to(self, subscription: Subscription) -> str:
        return str(subscription.method) if subscription.method else "by hand"
