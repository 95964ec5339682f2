"""Which payment method a subscription is charged to. A change is one transaction for all subscriptions it concerns.

The row of the provider's customer is locked before those of subscriptions (docs/payments.md#locks).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import urlencode

from vintner import chaos
from vintner.customers.models import User
from vintner.money import ZERO
from vintner.orders.models import Order
from vintner.payments.models import CardSetup, SavedMethod
from vintner.payments.saved_methods.actions import METHOD_GONE
from vintner.payments.saved_methods.saved_methods import lock_customer
from vintner.refusal import Refusal
from vintner.subscriptions import boxes, subscriptions
from vintner.subscriptions.changes import change_emails
from vintner.subscriptions.models import Box, Subscription, SubscriptionEvent
from vintner.subscriptions.rules import CHARGEABLE, ENDED, LIVING, OPEN_BOXES

BAD_REQUEST: Final = "There was an error with your request. Please try again."
UNKNOWN: Final = "Invalid Subscription."
FOREIGN: Final = "That doesn't appear to be one of your subscriptions."
UNCHANGEABLE: Final = "The payment method can not be changed for that subscription."
NO_METHOD: Final = "no payment method"
SAVED_ONLY: Final = "The payment method is saved. The subscription has ended, so nothing is charged to it."
CHOSEN_SINCE: Final = "The payment method is saved. You chose another one for the subscription since, which stays."
_CHANGED: Final = "Payment method changed"


class MethodChange(StrEnum):
    """What came of a change, in the words for the subscriber."""

    UPDATED = "Payment method updated."
    ADDED = "Payment method added."
    ALL = "Payment method updated for all your current subscriptions."


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLink:
    """What the address of the page of the change says: the subscription's number, its key, and who it was made for."""

    number: int
    key: str
    nonce: str


def change_url(subscription: Subscription) -> str:
    """Return the path of the page on which the method is changed. It works for its subscriber alone."""
    query = {
        "pay_for_order": "true",
        "key": str(subscription.key),
        "change_payment_method": str(subscription.pk),
        "_wpnonce": _nonce(subscription),
    }
    return f"{reverse('order_pay', args=[subscription.pk])}?{urlencode(query)}"


def find_changeable(user: User, link: ChangeLink) -> Subscription:
    """Return the user's own subscription that a link names. Raises Refusal. Two queries at most."""
    known = with_future_box(Subscription.objects.filter(pk=link.number)).select_related("method").first()
    if known is None:
        raise Refusal("unknown", UNKNOWN)
    if known.user_id != user.pk:
        raise Refusal("foreign", FOREIGN)
    is_key = constant_time_compare(str(known.key), link.key)
    if not (is_key and constant_time_compare(_nonce(known), link.nonce)):
        raise Refusal("bad_request", BAD_REQUEST)
    if not may_change(known):
        raise Refusal("unchangeable", UNCHANGEABLE)
    return known


def with_future_box(rows: QuerySet[Subscription]) -> QuerySet[Subscription]:
    """Return the subscriptions, each with `has_future_box`."""
    open_boxes = Box.objects.filter(subscription=OuterRef("pk"), state__in=[each.value for each in OPEN_BOXES])
    return rows.annotate(has_future_box=Exists(open_boxes))


def may_change(subscription: Subscription) -> bool:
    """Return whether a subscription (from `with_future_box`) will be charged, so that its method counts."""
    will_pay = subscription.price > ZERO or bool(subscription.shipping_rate)
    return subscription.status in CHARGEABLE and bool(vars(subscription)["has_future_box"]) and will_pay


def count_changeable(user: User) -> int:
    """Return how many subscriptions a change for all concerns. One query."""
    rows = with_future_box(Subscription.objects.filter(user=user, status__in=[each.value for each in CHARGEABLE]))
    return sum(may_change(each) for each in rows)


def change_method(
    user: User,
    method: SavedMethod,
    now: datetime,
    *,
    number: int | None = None,
    for_all: bool = False,
    chosen_at: datetime | None = None,
) -> MethodChange | None:
    """Charge the user's subscription `number`, or all that live, to a saved method of theirs. None if none did change.

    It runs in the caller's transaction or in one of its own. A box that was declined or waits is due at once, if this
    method was not tried for it. Doing it again changes nothing. `chosen_at` is `now` if it is not given: a subscription
    for which another method was chosen later keeps that. Raises Refusal `no_such_card` when the method is gone.
    """
    with transaction.atomic():
        owner = lock_customer(user)
        if owner is None or not owner.methods.filter(pk=method.pk).exists():
            raise Refusal("no_such_card", METHOD_GONE)
        rows = Subscription.objects.select_for_update(of=("self",)).select_related("method").order_by("pk")
        own = rows.filter(user=user, status__in=[each.value for each in LIVING])
        found = _choose(list(own if for_all else own.filter(pk=number or 0)), chosen_at or now)
        changed = [each for each in found if each.method_id != method.pk]
        had_none = bool(changed) and all(each.method is None for each in changed)
        for subscription in changed:
            _replace(subscription, method, user)
            chaos.point("before_method_change_commit")
        for subscription in found:
            boxes.retry_with_new_method(subscription, now, is_other=subscription in changed)
        if changed:
            change_emails.queue_method_email(changed, method.label)
    if not found:
        return None
    if for_all and len(found) > 1:
        return MethodChange.ALL
    return MethodChange.ADDED if had_none else MethodChange.UPDATED


def _choose(found: Sequence[Subscription], chosen_at: datetime) -> list[Subscription]:
    """Note on locked subscriptions when their method was chosen. Returns those for which none was chosen later."""
    chosen = [
        each
        for each in found
        if each.method is None or each.method_chosen_at is None or each.method_chosen_at <= chosen_at
    ]
    for subscription in chosen:
        subscription.method_chosen_at = chosen_at
    Subscription.objects.filter(pk__in=[each.pk for each in chosen]).update(method_chosen_at=chosen_at)
    return chosen


def result_words(setup: CardSetup) -> str:
    """Return what the subscriber reads of a setup that succeeded. Three queries at most."""
    living = [each.value for each in LIVING]
    own = Subscription.objects.filter(user=setup.user, method__method_id=setup.method, status__in=living)
    if setup.for_all_subscriptions and own.count() > 1:
        return MethodChange.ALL
    if not own.filter(pk=setup.subscription_number or 0).exists() and not setup.for_all_subscriptions:
        lives = Subscription.objects.filter(pk=setup.subscription_number or 0, user=setup.user, status__in=living)
        return CHOSEN_SINCE if lives.exists() else SAVED_ONLY
    changes = SubscriptionEvent.objects.filter(subscription=setup.subscription_number, text__startswith=_CHANGED)
    last = changes.order_by("-pk").first()
    return MethodChange.ADDED if last is not None and f'from "{NO_METHOD}"' in last.text else MethodChange.UPDATED


def follow_payment(order: Order, method: SavedMethod, chosen_at: datetime) -> None:
    """Charge later boxes of an order's subscriptions to the method that paid for it, unless a later choice counts.

    Only its subscriber's methods: an order may be paid by somebody else. A method that takes the place of another one
    is told by e-mail; that of the first order is none.
    """
    of_box = Q(boxes__cart_id=order.cart_id) if order.cart_id is not None else Q(pk=None)
    numbers = Subscription.objects.filter(Q(first_order=order) | of_box, user__provider_customer=method.customer_id)
    with transaction.atomic():
        lock_customer(method.customer.user)
        rows = Subscription.objects.select_for_update(of=("self",)).select_related("method").order_by("pk")
        living = rows.filter(pk__in=numbers.values("pk")).exclude(status__in=[each.value for each in ENDED])
        changed = [each for each in _choose(list(living), chosen_at) if each.method_id != method.pk]
        news = [each for each in changed if each.method is not None or each.first_order_id != order.pk]
        for subscription in changed:
            _replace(subscription, method, method.customer.user)
        if news:
            change_emails.queue_method_email(news, method.label)


def hand_over(method: SavedMethod, heir: SavedMethod, *, by: User | None) -> None:
    """Charge what is charged to a method that is about to be deleted to another one, in the caller's transaction.

    Subscribers are told by e-mail.
    """
    rows = Subscription.objects.select_for_update(of=("self",)).filter(method=method).order_by("pk")
    moved = list(rows)
    for subscription in moved:
        _replace(subscription, heir, by)
    if living := [each for each in moved if each.status in LIVING]:
        change_emails.queue_method_email(living, heir.label, gone=method.label)


def _replace(subscription: Subscription, method: SavedMethod, by: User | None) -> None:
    is_first = subscription.method is None and by is None
    was = subscription.method.label if subscription.method is not None else NO_METHOD
    subscription.method = method
    subscription.save(update_fields=["method"])
    text = f'{_CHANGED} from "{was}" to "{method.label}"{" by the subscriber" if by is not None else ""}.'
    if is_first:
        text = f'Later boxes are charged to "{method.label}".'
    kind = SubscriptionEvent.Kind.SYSTEM if by is None else SubscriptionEvent.Kind.SUBSCRIBER
    subscriptions.add_event(subscription, text, kind=kind, by=by)


def find_users_of(methods: Sequence[SavedMethod]) -> dict[int, list[str]]:
    """Return method id → numbers of the living subscriptions that are charged to it. One query."""
    found: dict[int, list[str]] = {}
    living = Subscription.objects.filter(method__in=methods, status__in=[each.value for each in LIVING])
    for pk, method_id in living.order_by("pk").values_list("pk", "method_id"):
        found.setdefault(method_id or 0, []).append(str(pk))
    return found


def _nonce(subscription: Subscription) -> str:
    """Return the mark of a link that the account's pages made for the subscriber."""
    text = f"{subscription.pk}:{subscription.user_id}:{subscription.key}"
    return salted_hmac("vintner.subscriptions.change_method", text, algorithm="sha256").hexdigest()[:20]
