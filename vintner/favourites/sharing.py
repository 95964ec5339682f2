"""Shares a customer's list by a link, which shows the wines and not whose list it is."""

from vintner.customers.models import User
from vintner.favourites.favourites import FavouritesOwner, list_favourites
from vintner.favourites.models import SharedList


def share_list(user: User) -> None:
    """Make the link of a customer's list. One that is there stays."""
    SharedList.objects.get_or_create(user=user)


def stop_sharing(user: User) -> None:
    """End the link. The next one has another token."""
    SharedList.objects.filter(user=user).delete()


def find_token(user: User | None) -> str:
    """Return the token of a customer's link, '' without one."""
    rows = SharedList.objects.filter(user=user) if user else SharedList.objects.none()
    return rows.values_list("token", flat=True).first() or ""


def list_shared(token: str) -> list[int] | None:
    """Return the products of a shared list; None if the link has ended or the account is closed."""
    shared = SharedList.objects.filter(token=token, user__is_active=True).select_related("user").first()
    return list_favourites(FavouritesOwner(shared.user)) if shared else None
