"""Subscriptions follow the account that they belong to."""

from allauth.account.models import EmailAddress
from django.utils import timezone

from vintner.customers.models import User
from vintner.subscriptions.models import Subscription


def follow_email(user: User, to_email_address: EmailAddress, **_: object) -> None:
    """Write to the account's new e-mail address from now on. Receiver of allauth's `email_changed`."""
    Subscription.objects.filter(user=user).update(email=to_email_address.email)


def mark_subscriber(instance: Subscription, created: bool, **_: object) -> None:
    """Give the account's menu the page of subscriptions, from the first one on. Receiver of Django's `post_save`.

    One query for the first subscription of an account, none for others.
    """
    user = instance.user
    if created and user is not None and user.subscribed_at is None:
        user.subscribed_at = timezone.now()
        User.objects.filter(pk=user.pk, subscribed_at=None).update(subscribed_at=user.subscribed_at)
