"""The e-mails to subscribers about what changed about a subscription, by whom if it was staff. Each is kept as a
notice.
"""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings

from vintner.accounts.engine.account_emails import TEMPLATE
from vintner.customers.models import User
from vintner.orders.emails.emails import queue_for_customer
from vintner.subscriptions import subscriptions
from vintner.subscriptions.box_dates import next_due
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.links import manage_url
from vintner.subscriptions.models import Box, Subscription, SubscriptionEvent, SubscriptionNotice
from vintner.subscriptions.rules import CHARGEABLE, BoxState, SubscriptionStatus

NOT_YOU = "If this was not you, please write to us at once."
BY_STAFF = "We did this for you. If you did not ask for it, please write to us."


def queue_cancellation_email(subscription: Subscription, by: User | None) -> None:
    """Write that a subscription is cancelled, and what still comes."""
    subject = f"Your subscription {subscription.number} is canceled"
    if subscription.status in CHARGEABLE and subscription.cancel_after_box is not None:
        subject = f"Your subscription {subscription.number} ends after box {subscription.cancel_after_box}"
    paragraphs = [runs_out_words(subscription)]
    if subscription.status != SubscriptionStatus.CANCELLED:
        paragraphs.append("Until then you can take this back.")
    paragraphs += _name_staff(subscription, by)
    _queue((subscription,), "cancelled", subject, paragraphs)


def runs_out_words(subscription: Subscription) -> str:
    """Return what a cancelled subscription still does."""
    if subscription.status == SubscriptionStatus.PENDING_CANCEL and subscription.ends_at is not None:
        return f"It ends on {day_of(subscription.ends_at)}. Nothing more is charged."
    if subscription.status in CHARGEABLE and subscription.cancel_after_box is not None:
        last = subscription.boxes.filter(number=subscription.cancel_after_box, state=BoxState.AWAITING).first()
        if last is not None:
            return awaited_words(last)
        if subscription.cancel_after_box > subscription.least_boxes:
            return f"It ends after box {subscription.cancel_after_box}. Boxes after that are not charged."
        return (
            f"You agreed to take at least {subscription.least_boxes} boxes, so it ends after box"
            f" {subscription.cancel_after_box}. Boxes after that are not charged."
        )
    return "Nothing more is charged."


def awaited_words(box: Box) -> str:
    """Return what still comes of a box whose payment is on its way when its subscription is cancelled."""
    return (
        f"The payment of the box of {day_of(box.due_at)} is on its way, and cannot be taken back. The box is sent once"
        " the payment has arrived; then the subscription ends. If it does not arrive, the subscription ends without"
        " that box. Nothing more is charged."
    )


def next_box_words(day: str) -> str:
    """Return on which day the next box comes, as a sentence."""
    return f"The next box is due on {day}."


def queue_pause_email(subscription: Subscription, until: datetime, box: Box, by: User | None) -> None:
    """Write that a subscription is paused, and when its next box comes."""
    text = f"Your subscription {subscription.number} is paused until {day_of(until)}. Nothing is charged until then."
    following = next_box_words(day_of(next_due(subscription, box)))
    paragraphs = (text, following, *_name_staff(subscription, by))
    _queue((subscription,), "paused", f"Your subscription {subscription.number} is paused", paragraphs)


def queue_resumed_email(subscription: Subscription, box: Box | None, by: User | None) -> None:
    """Write that a pause was ended, and when the next box comes."""
    paragraphs = (f"Your subscription {subscription.number} goes on.", *_next_box(box), *_name_staff(subscription, by))
    _queue((subscription,), "goes_on", f"Your subscription {subscription.number} goes on", paragraphs)


def queue_reactivated_email(subscription: Subscription, box: Box | None, by: User | None) -> None:
    """Write that a cancellation was taken back, and what happens next."""
    subject = f"Your subscription {subscription.number} is not canceled any more"
    paragraphs = (*reactivated_words(subscription, box), *_name_staff(subscription, by))
    _queue((subscription,), "goes_on", subject, paragraphs)


def reactivated_words(subscription: Subscription, box: Box | None) -> list[str]:
    """Return what happens next to a subscription whose cancellation was taken back, in sentences."""
    until = subscription.paused_until
    state = "Boxes come as before."
    if until is not None:
        state = f"The subscription is paused until {day_of(until)}, as before. Nothing is charged until then."
    return ["The cancellation was taken back.", state, *_next_box(box)]


def _next_box(box: Box | None) -> list[str]:
    return [next_box_words(due_day(box))] if box is not None else []


def queue_skip_email(subscription: Subscription, skipped: int, following: Box, by: User, reason: str) -> None:
    """Write that staff skipped a box, and their reason if they gave one."""
    if words := _name_staff(subscription, by):
        number = subscription.number
        text = f"Box {skipped} of your subscription {number} is skipped. Nothing is charged for it. {reason}".strip()
        paragraphs = (text, next_box_words(day_of(next_due(subscription, following))), *words)
        _queue((subscription,), "skipped", f"A box of your subscription {number} is skipped", paragraphs)


def queue_unskip_email(subscription: Subscription, box: Box, by: User | None) -> None:
    """Write that staff took a skip back."""
    if words := _name_staff(subscription, by):
        number = subscription.number
        text = f"Box {box.number} of your subscription {number} is sent after all. It is due on {due_day(box)}."
        _queue((subscription,), "unskipped", f"A box of your subscription {number} is not skipped", (text, *words))


def queue_delay_email(subscription: Subscription, box: Box, by: User | None) -> None:
    """Write that staff delayed a box. Who delays it without staff reads it on the page."""
    if words := _name_staff(subscription, by):
        number, day = subscription.number, day_of(box.due_at)
        text = f"Box {box.number} of your subscription {number} is due on {day} now. Later boxes follow it."
        _queue((subscription,), "delayed", f"A box of your subscription {number} is delayed", (text, *words))


def queue_address_email(subscription: Subscription, about_box: str = "", by: User | None = None) -> None:
    """Write that a subscription has another address, and what becomes of a box that is due. The address itself stands
    in the account only.
    """
    number = subscription.number
    of_staff = _name_staff(subscription, by)
    which = "another address" if of_staff else "the address that you chose just now"
    text = f"The boxes of your subscription {number} go to {which}."
    if subscription.is_picked_up:
        text = f"Your subscription {number} has another address. Its boxes are picked up as before."
    paragraphs = (text, *((about_box,) if about_box else ()), *(of_staff or (NOT_YOU,)))
    _queue((subscription,), "address", f"New address for your subscription {subscription.number}", paragraphs)


def queue_bill_email(subscription: Subscription, about_box: str = "", by: User | None = None) -> None:
    """Write that a subscription is billed to another address."""
    of_staff = _name_staff(subscription, by)
    text = f"Your subscription {subscription.number} has another billing address. Its boxes go where they went before."
    paragraphs = (text, *((about_box,) if about_box else ()), *(of_staff or (NOT_YOU,)))
    _queue((subscription,), "bill", f"New billing address for your subscription {subscription.number}", paragraphs)


def queue_method_email(changed: Sequence[Subscription], label: str, *, gone: str = "") -> None:
    """Write that subscriptions of one account are charged to another payment method: one e-mail for all of them.

    `gone` is the label of a method that is not saved any more.
    """
    numbers = ", ".join(each.number for each in changed)
    which = f"subscription {numbers}" if len(changed) == 1 else f"subscriptions {numbers}"
    text = f"From now on your {which} will be charged to {label}."
    why = (f"{gone} is not among your saved payment methods any more.",) if gone else ()
    _queue(changed, "method", "Your payment method was changed", (*why, text, NOT_YOU))


def _name_staff(subscription: Subscription, by: User | None) -> list[str]:
    """Return the sentence that says that the store did it. Subscribers know what they did themselves."""
    is_staff = subscriptions.kind_of(subscription, by) == SubscriptionEvent.Kind.STAFF
    return [BY_STAFF] if is_staff else []


def due_day(box: Box) -> str:
    """Return on which day an open box comes, after a pause if there is one."""
    return day_of(next_due(box.subscription, box))


def _name_wine(subscription: Subscription) -> str:
    """Return which wine a subscription is for: subscribers do not know it by its number."""
    return f"Subscription {subscription.number}: {subscription.quantity} × {subscription.variation.product.name}."


def _queue(changed: Sequence[Subscription], what: str, subject: str, paragraphs: Sequence[str]) -> None:
    """Write the e-mail in the caller's transaction, and a notice for each subscription. Nothing for erased accounts."""
    first = changed[0]
    if not first.email:
        return
    context: dict[str, object] = {
        "subject": subject,
        "paragraphs": (*paragraphs, *(_name_wine(each) for each in changed)),
        "button": "See the subscription",
        "link": manage_url(first),
        "store": settings.STORE_NAME,
    }
    queue_for_customer(f"subscription_{what}", first.email, subject, TEMPLATE, context)
    for subscription in changed:
        event = SubscriptionEvent.objects.filter(subscription=subscription).order_by("-pk").first()
        SubscriptionNotice.objects.get_or_create(
            subscription=subscription,
            kind=SubscriptionNotice.Kind.CHANGED,
            about=f"{what}, event {event.pk if event else 0}",
            defaults={"subject": subject[:200], "text": "\n\n".join(paragraphs), "to": first.email},
        )
