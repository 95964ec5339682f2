"""The links in e-mails to subscribers. Who opens one needs no log-in: it is signed, and good for one subscription.

They do not expire: a subscriber may cancel by the oldest e-mail. That of a box does nothing once another is next.
"""

from typing import Final, NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from vintner.subscriptions.models import Box, Subscription

_SIGNER: Final = Signer(salt="vintner.subscriptions.links")
NO_BOX: Final = 0


class LinkTarget(NamedTuple):
    """What a link is about. `box` is NO_BOX where it is about the whole subscription."""

    subscription: int
    box: int


def manage_url(subscription: Subscription) -> str:
    """Return the address of the page on which a subscription is managed."""
    return _url(subscription.pk, NO_BOX)


def skip_url(box: Box) -> str:
    """Return the address of the page on which a box is skipped."""
    return _url(box.subscription_id, box.number, "skip/")


def delay_url(box: Box) -> str:
    """Return the address of the page on which a box is delayed."""
    return _url(box.subscription_id, box.number, "delay/")


def cancel_url(subscription: Subscription) -> str:
    """Return the address of the page on which a subscription is cancelled."""
    return _url(subscription.pk, NO_BOX, "cancel/")


def address_url(subscription: Subscription) -> str:
    """Return the address of the account's page on which the boxes are sent elsewhere. It needs a log-in, because it
    shows addresses.
    """
    return f"{settings.STORE_URL}{reverse('subscription_address', args=[subscription.pk])}"


def mark_of(subscription: Subscription) -> str:
    """Return how the paths of a subscription's links begin, without the signature. Every e-mail about it has one."""
    return f"/subscriptions/{subscription.pk}:{NO_BOX}:"


def read_token(token: str) -> LinkTarget | None:
    """Return what a link is about, None when it was not made by the store."""
    try:
        subscription, _, box = _SIGNER.unsign(token).partition(":")
    except BadSignature:
        return None
    return LinkTarget(int(subscription), int(box))


def _url(subscription_id: int, box: int, action: str = "") -> str:
    token = _SIGNER.sign(f"{subscription_id}:{box}")
    return f"{settings.STORE_URL}/subscriptions/{token}/{action}"
