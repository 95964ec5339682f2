"""Notices to subscribers. Each is written once for what it is about, in the transaction that is its reason."""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.urls import reverse

from vintner.accounts.engine.account_emails import TEMPLATE
from vintner.orders.emails.emails import queue_for_customer, queue_for_merchant
from vintner.renewals.notice_emails import NOTHING_CHARGED, NoticeEmail, describe_wine
from vintner.shipping.regions import Address
from vintner.subscriptions.addresses import BAD_ADDRESS
from vintner.subscriptions.models import Box, Subscription, SubscriptionNotice
from vintner.subscriptions.rules import NOTICES_KEPT, BoxState

LOOKED_AT_AGAIN: Final = (
    "It is looked at again every day, and charged as soon as it can be sent. Put right what keeps it, or cancel the"
    " subscription for its subscriber."
)
STOPPED: Final = (
    "Nothing happens by itself. Put right what keeps it, then press “Try again” on the subscription’s page."
)
ASKED_FOR_ADDRESS: Final = (
    "The subscriber is asked to correct the address. You can change it on the subscription’s page, too. Then the box is"
    " announced and charged."
)
Kind = SubscriptionNotice.Kind


def send(
    subscription: Subscription, kind: SubscriptionNotice.Kind, about: str, email: NoticeEmail, now: datetime
) -> bool:
    """Write a notice and its e-mail in the caller's transaction, unless it was written before. The subscription is
    locked. Returns whether it is new.
    """
    values = {"subject": email.subject, "text": email.text, "to": subscription.email, "at": now}
    _, is_new = SubscriptionNotice.objects.get_or_create(
        subscription=subscription, kind=kind, about=about[:60], defaults=values
    )
    if is_new:
        queue_for_customer(
            f"subscription_{kind.value}", subscription.email, email.subject, TEMPLATE, email.template_context
        )
    return is_new


def about_reason(box: Box, code: str) -> str:
    """Return what a notice of a box that cannot be sent is about. It is told anew after another announcement."""
    return f"box {box.number} {code[:30]} {box.due_at:%Y-%m-%d}"


def email_merchant(subscription: Subscription, box: Box, reason: str) -> None:
    """Write to the merchant about a box that cannot be sent, in the caller's transaction."""
    subject = f"Box {box.number} of subscription {subscription.number} cannot be sent"
    who = Address.read(subscription.billing).name or "The subscriber"
    paragraphs = (
        f"{who}, {subscription.email}, waits for {describe_wine(subscription)}. {reason} {NOTHING_CHARGED}",
        _find_next_step(box),
    )
    page = f"{settings.STORE_URL}{reverse('admin:subscriptions_subscription_change', args=[subscription.pk])}"
    context: dict[str, object] = {"paragraphs": paragraphs, "button": "Open the subscription", "link": page}
    queue_for_merchant("subscription_blocked", subject, TEMPLATE, context)


def _find_next_step(box: Box) -> str:
    if box.reason == BAD_ADDRESS:
        return ASKED_FOR_ADDRESS
    return STOPPED if box.state == BoxState.ACTION else LOOKED_AT_AGAIN


def delete_old_notices(now: datetime) -> None:
    """Delete notices that were kept as evidence for three years."""
    SubscriptionNotice.objects.filter(at__lt=now - NOTICES_KEPT).delete()
