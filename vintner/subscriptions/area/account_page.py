"""Builds the pages of subscriptions in the account."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.timezone import localdate, localtime

from vintner.catalogue.plans.words import count_units
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.orders.ownership import pay_link
from vintner.payments.attempts.pay_again import is_payable
from vintner.subscriptions.area.account_rows import SubscriptionRow
from vintner.subscriptions.area.pages import (
    BoxDateForm,
    BoxRow,
    NextBox,
    SubscriptionActions,
    SubscriptionsPage,
    SubscriptionSummary,
    ViewSubscriptionPage,
)
from vintner.subscriptions.area.status_words import BOX_STATES, cancel_words, needs_action, next_words, status_words
from vintner.subscriptions.box_dates import next_due
from vintner.subscriptions.changes.undo import can_unskip
from vintner.subscriptions.dates import DATE_FIELD, day_of
from vintner.subscriptions.models import Box, Subscription, SubscriptionEvent
from vintner.subscriptions.recurring import price_of_box
from vintner.subscriptions.rules import CHARGEABLE, ENDED, BoxState, SubscriptionStatus
from vintner.subscriptions.skips import skip_refusal
from vintner.subscriptions.subscriptions import LONGEST_DELAY
from vintner.web.form_props import FormField
from vintner.web.page import CSRF_TOKEN, Head, Shared

MOST_EVENTS = 50


def subscriptions_page(rows: list[SubscriptionRow], user: User, shared: Shared) -> SubscriptionsPage:
    """Return the list."""
    return SubscriptionsPage(
        head=Head(title=f"Subscriptions – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        menu=account_menu("subscriptions", user),
        subscriptions=tuple(_summary(row) for row in rows),
    )


def _summary(row: SubscriptionRow) -> SubscriptionSummary:
    subscription, box = row.subscription, _coming(row)
    return SubscriptionSummary(
        number=subscription.number,
        wine=row.label.text,
        sends=count_units(subscription.quantity, subscription.bottles),
        image=row.image,
        cadence=subscription.cadence.words,
        status=status_words(subscription),
        needs_action=needs_action(box),
        next_box=day_of(next_due(subscription, box)) if box is not None else "",
        amount=row.amount if box is not None else "",
        url=reverse("view_subscription", args=[subscription.pk]),
    )


def view_subscription_page(
    row: SubscriptionRow,
    user: User,
    shared: Shared,
    now: datetime,
    *,
    errors: Mapping[str, str] | None = None,
    typed: Mapping[str, str] | None = None,
    undelay: str = "",
) -> ViewSubscriptionPage:
    """Return the page of one subscription. `errors` and `typed` are those of a refused form, by its name. Two queries
    at most.
    """
    subscription, box = row.subscription, _coming(row)
    forms = _Forms(row, now, errors or {}, typed or {})
    return ViewSubscriptionPage(
        head=Head(title=f"Subscription {subscription.number} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        menu=account_menu("subscriptions", user),
        number=subscription.number,
        wine=row.label.title,
        wine_details=", ".join(filter(None, (row.label.about, _bottles(subscription.bottles)))),
        wine_url=row.wine_url,
        image=row.image,
        quantity=subscription.quantity,
        status=status_words(subscription),
        next_words=next_words(subscription, row.open_box, now),
        pay_url=_pay_url(box) if box is not None else "",
        next_box=_next_box(subscription, box, row.amount) if box is not None else None,
        cadence=subscription.cadence.words,
        price=_price(row),
        method=subscription.method.label if subscription.method is not None else "",
        method_expired=subscription.method is not None and subscription.method.has_expired(now),
        method_button="Change payment method" if subscription.method is not None else "Add payment method",
        recipient=row.recipient.lines(),
        terms=tuple(subscription.consent.words.split("\n")) if hasattr(subscription, "consent") else (),
        agreed_on=day_of(subscription.consent.at) if hasattr(subscription, "consent") else "",
        boxes=tuple(_box_row(subscription, each) for each in row.boxes),
        events=_events(row),
        actions=forms.actions(undelay),
    )


def _bottles(bottles: int) -> str:
    return f"{bottles} bottles in a box" if bottles > 1 else ""


def _coming(row: SubscriptionRow) -> Box | None:
    """Return the box that is still to come, None when nothing more is charged."""
    return row.open_box if row.subscription.status in CHARGEABLE else None


def _next_box(subscription: Subscription, box: Box, amount: str) -> NextBox:
    return NextBox(number=box.number, date=day_of(next_due(subscription, box)), amount=amount)


def _price(row: SubscriptionRow) -> str:
    """Return what later boxes cost without delivery and tax: '$120.00 every month'."""
    subscription = row.subscription
    price = price_of_box(subscription, max(2, subscription.trial_boxes + 1))
    return f"{price * subscription.quantity} {subscription.cadence.words}, plus delivery and tax"


def _pay_url(box: Box) -> str:
    return pay_link(box.order) if box.order is not None and is_payable(box.order) else ""


def _box_row(subscription: Subscription, box: Box) -> BoxRow:
    order = box.order
    return BoxRow(
        number=box.number,
        date=day_of(next_due(subscription, box)),
        state=BOX_STATES[BoxState(box.state)],
        message=box.message,
        order_number=order.number if order is not None else "",
        order_url=reverse("view_order", args=[order.pk]) if order is not None else "",
        total=f"Order total {order.total}" if order is not None else "",
        pay_url=_pay_url(box),
    )


def _events(row: SubscriptionRow) -> tuple[str, ...]:
    """Return what happened, the newest first. Notes of staff are left out. One query."""
    events = row.subscription.events.exclude(kind=SubscriptionEvent.Kind.NOTE).order_by("-pk")[:MOST_EVENTS]
    return tuple(f"{day_of(each.at)}: {each.text}" for each in events)


class _Forms:
    """The forms of a subscription's page: those that can be sent now have an address."""

    def __init__(
        self, row: SubscriptionRow, now: datetime, errors: Mapping[str, str], typed: Mapping[str, str]
    ) -> None:
        self._row, self._now, self._errors, self._typed = row, now, errors, typed
        self._subscription, self._box = row.subscription, _coming(row)
        self._is_planned = self._box is not None and self._box.state == BoxState.SCHEDULED

    def actions(self, undelay: str) -> SubscriptionActions:
        """Return the addresses of the forms."""
        subscription = self._subscription
        status, is_paused = SubscriptionStatus(subscription.status), subscription.is_paused
        is_leaving = subscription.cancel_after_box is not None
        is_charging = self._box is not None and self._box.state == BoxState.CHARGING
        lives = status in CHARGEABLE
        skipped = can_unskip(subscription, self._row.boxes, self._now)
        no_skip = skip_refusal(subscription, self._row.boxes) if self._is_planned else ""
        return SubscriptionActions(
            skip_url=self._url("skip", self._is_planned and not no_skip),
            no_skip=no_skip,
            unskip_url=self._url("unskip", skipped is not None),
            unskip_date=day_of(skipped.due_at) if skipped is not None else "",
            delay=self._delay() if self._is_planned else None,
            undelay_url=reverse("undelay_box", args=[subscription.pk, undelay]) if undelay else "",
            pause=self._pause() if status is SubscriptionStatus.ACTIVE and subscription.longest_pause else None,
            resume_url=self._url("resume", is_paused),
            cancel_url=self._url(
                "cancel", (lives or status is SubscriptionStatus.PENDING) and not is_leaving and not is_charging
            ),
            cancel_words=cancel_words(subscription, self._box, self._paid_boxes()),
            reactivate_url=self._url("reactivate", self._may_reactivate()),
            resubscribe_url=self._url("resubscribe", status in ENDED and self._row.wine.product.published),
            address_url=self._url("address", lives and not is_charging),
            method_url=reverse("subscription_payment_method", args=[subscription.pk])
            if lives and self._box is not None
            else "",
        )

    def _may_reactivate(self) -> bool:
        subscription = self._subscription
        if subscription.status == SubscriptionStatus.PENDING_CANCEL:
            return subscription.ends_at is not None and subscription.ends_at > self._now
        return subscription.status in CHARGEABLE and subscription.cancel_after_box is not None

    def _paid_boxes(self) -> int:
        return sum(box.state == BoxState.PAID for box in self._row.boxes)

    def _delay(self) -> BoxDateForm:
        due = next_due(self._subscription, self._box) if self._box is not None else self._now
        latest = self._now + LONGEST_DELAY - timedelta(days=1)
        label, hint = "New date of the next box", "Within a year. Later boxes follow it."
        return self._date_form("delay", label, hint, due + timedelta(days=1), latest)

    def _pause(self) -> BoxDateForm:
        latest = self._now + timedelta(days=self._subscription.longest_pause)
        hint = (
            f"Until {day_of(latest)} at the latest. Nothing is charged until then, and a box that is due before comes"
            " on its next date after the pause."
        )
        return self._date_form("pause", "Pause until", hint, self._now + timedelta(days=1), latest)

    def _date_form(self, name: str, label: str, hint: str, earliest: datetime, latest: datetime) -> BoxDateForm:
        field = FormField(
            name=DATE_FIELD,
            label=label,
            kind="date",
            required=True,
            autocomplete="off",
            inputmode="",
            placeholder="",
            hint=hint,
            value=self._typed.get(name, ""),
            error=self._errors.get(name, ""),
        )
        return BoxDateForm(
            url=self._url(name, True),
            field=field,
            earliest=localdate(earliest).isoformat(),
            latest=localtime(latest).date().isoformat(),
        )

    def _url(self, name: str, is_possible: bool) -> str:
        return reverse(f"subscription_{name}", args=[self._subscription.pk]) if is_possible else ""
