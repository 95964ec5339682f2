"""What can be done with a list of favourites (docs/behaviour/favourites.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count

from vintner.catalogue.models import Product
from vintner.customers.models import User
from vintner.favourites.models import Favourite
from vintner.refusal import Refusal

MOST_OF_GUEST: Final = 100
"""Wines. So many ids of ten digits, each twice, fill three of the four kilobytes that a cookie may have."""
MOST_OF_CUSTOMER: Final = 500
INVALID: Final = "Invalid post."
FULL: Final = "Your list of favorites is full: it holds {} wines. Please remove one first."
FULL_FOR_GUEST: Final = FULL + " In an account it holds {}."


@dataclass(frozen=True, slots=True)
class FavouritesOwner:
    """Whose list it is: a customer's, or with `user` None a guest's, whose cookie has these ids."""

    user: User | None
    cookie_ids: Sequence[int] = ()


def list_favourites(owner: FavouritesOwner) -> list[int]:
    """Return the published products of a list, in the order in which they were added."""
    if owner.user is not None:
        rows = Favourite.objects.filter(user=owner.user, product__published=True)
        return list(rows.order_by("pk").values_list("product_id", flat=True))
    return _keep_published(owner.cookie_ids)


def set_favourite(owner: FavouritesOwner, product_id: int, *, wanted: bool) -> list[int]:
    """Put a product into the list, or take it out; doing so again changes nothing. Returns the list.

    A guest's list has to be saved by the caller, in the cookie. Raises Refusal `invalid` for a product that there is
    none of, and `full`.
    """
    ids = list_favourites(owner)
    if (product_id in ids) == wanted:
        if not wanted and not _keep_published([product_id]):
            raise Refusal("invalid", INVALID)
        return ids
    if not wanted:
        Favourite.objects.filter(user=owner.user, product=product_id).delete()
        return [each for each in ids if each != product_id]
    if not _keep_published([product_id]):
        raise Refusal("invalid", INVALID)
    _check_room(owner, len(ids))
    if owner.user is not None:
        Favourite.objects.bulk_create([Favourite(user=owner.user, product_id=product_id)], ignore_conflicts=True)
    return [*ids, product_id]


def clear_favourites(owner: FavouritesOwner) -> None:
    """Take everything out of a customer's list. A guest's is the cookie."""
    if owner.user is not None:
        Favourite.objects.filter(user=owner.user).delete()


def merge_into_account(cookie_ids: Sequence[int], user: User) -> None:
    """Add a guest's list to the customer's. What is in both stays once, also when two devices do it at once.

    Nothing is lost at the limit: the account may go beyond it by what the guest had.
    """
    ids = _keep_published(cookie_ids[:MOST_OF_GUEST])
    Favourite.objects.bulk_create(
        [Favourite(user=user, product_id=product_id) for product_id in ids], ignore_conflicts=True
    )


def count_favourites(owner: FavouritesOwner, ids: Sequence[int]) -> dict[int, int]:
    """Return product → how many have it in their list: customers, and the guest who asks.

    Lists of other guests are in their cookies, so nobody can count them.
    """
    rows = Favourite.objects.filter(product__in=ids).order_by().values_list("product").annotate(Count("pk"))
    counts = dict(rows)
    own = set(owner.cookie_ids) if owner.user is None else set()
    return {product_id: counts.get(product_id, 0) + (product_id in own) for product_id in ids}


def _keep_published(ids: Sequence[int]) -> list[int]:
    """Return those of the ids that stand for published products. One query, none for no ids."""
    if not ids:
        return []
    found = set(Product.objects.published().filter(pk__in=ids).values_list("pk", flat=True))
    return [each for each in ids if each in found]


def _check_room(owner: FavouritesOwner, count: int) -> None:
    if owner.user is None and count >= MOST_OF_GUEST:
        raise Refusal("full", FULL_FOR_GUEST.format(MOST_OF_GUEST, MOST_OF_CUSTOMER))
    if count >= MOST_OF_CUSTOMER:
        raise Refusal("full", FULL.format(MOST_OF_CUSTOMER))
