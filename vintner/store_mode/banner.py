"""The banner that reminds staff that visitors do not see the store.

Each person may dismiss it until the next log-in.
"""

from django.utils import timezone

from vintner.customers.models import User
from vintner.store_mode.models import BannerDismissal


def dismiss_banner(user: User) -> None:
    """Hide the banner from somebody. Doing so again changes nothing."""
    BannerDismissal.objects.get_or_create(user=user, defaults={"dismissed_at": timezone.now()})


def restore_banner(user: User) -> None:
    """Display the banner again."""
    BannerDismissal.objects.filter(user=user).delete()


def is_dismissed(user: User) -> bool:
    return BannerDismissal.objects.filter(user=user).exists()


def restore_at_login(sender: object, user: User, **_: object) -> None:
    """Display the banner again after every log-in. Receiver of `user_logged_in`."""
    restore_banner(user)
