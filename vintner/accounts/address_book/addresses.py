"""What can be done with a customer's address book (docs/behaviour/accounts.md#address-book)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from vintner.accounts.models import SavedAddress
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.shipping.regions import Address

MOST_ADDRESSES: Final = 20
UNDO: Final = timedelta(hours=1)
"""How long a removed address can be brought back."""
NO_PHONE: Final = (
    "A billing address needs a phone number, and this one has none. Please add it by “Edit”, then use it for billing."
)


class AddressUse(StrEnum):
    """What an address is the default for. The values are those of WooCommerce's addresses."""

    BILLING = "billing"
    SHIPPING = "shipping"

    @property
    def column(self) -> str:
        return f"for_{self.value}"


def list_addresses(user: User) -> list[SavedAddress]:
    """Return the customer's addresses: the defaults first, then the newest. One query."""
    return list(_kept(user))


def list_removed(user: User, now: datetime) -> list[SavedAddress]:
    """Return the addresses that can be brought back, the last one first. One query."""
    return list(SavedAddress.objects.filter(user=user, removed_at__gt=now - UNDO).order_by("-removed_at"))


def find_default(addresses: Sequence[SavedAddress], use: AddressUse) -> SavedAddress | None:
    """Return which of a customer's addresses is the default for a use."""
    return next((each for each in addresses if getattr(each, use.column)), None)


def add_address(user: User, address: Address) -> SavedAddress:
    """Add an address; the first one becomes the default for both, if it has what a bill's address needs. Raises Refusal
    when the book is full.
    """
    with transaction.atomic():
        _lock(user)
        return _add(user, address)


def change_address(user: User, pk: int, address: Address) -> bool:
    """Overwrite one of the customer's own addresses. Returns False when there is no such address."""
    return bool(_kept(user).filter(pk=pk).update(**address.stored()))


def set_default_address(user: User, use: AddressUse, address: Address) -> None:
    """Overwrite the default address for a use. The default for the other use stays as it is: an address that is both
    is not overwritten, but another one is added. Raises Refusal when the book is full.
    """
    with transaction.atomic():
        _lock(user)
        known = _kept(user).filter(**{use.column: True}).first()
        if known is None or (known.for_billing and known.for_shipping and known.address != address):
            known = _add(user, address)
        SavedAddress.objects.filter(pk=known.pk).update(**address.stored())
        _make_default(user, known, use)


def make_default(user: User, pk: int, use: AddressUse) -> bool:
    """Make one of the customer's addresses the default for a use. Returns False when there is no such address. Raises
    Refusal for a bill's address without a phone number.
    """
    with transaction.atomic():
        _lock(user)
        address = _kept(user).filter(pk=pk).first()
        if address is not None:
            if not _suits(address, use):
                raise Refusal("no_phone", NO_PHONE)
            _make_default(user, address, use)
    return address is not None


def remove_address(user: User, pk: int, now: datetime) -> bool:
    """Remove an address. The newest of the others that suits takes its place as a default. Returns whether it was
    there.
    """
    with transaction.atomic():
        _lock(user)
        removed = _kept(user).filter(pk=pk).first()
        if removed is None:
            return False
        SavedAddress.objects.filter(pk=pk).update(for_billing=False, for_shipping=False, removed_at=now)
        others = list(_kept(user).order_by("-pk"))
        for use in AddressUse:
            heir = next((each for each in others if _suits(each, use)), None)
            if heir is not None and getattr(removed, use.column):
                _make_default(user, heir, use)
    return True


def restore_address(user: User, pk: int, now: datetime) -> bool:
    """Bring a removed address back. Returns False when it is too late. Raises Refusal when the book is full."""
    with transaction.atomic():
        _lock(user)
        removed = SavedAddress.objects.filter(user=user, pk=pk, removed_at__gt=now - UNDO).first()
        if removed is None:
            return False
        _refuse_full(user)
        SavedAddress.objects.filter(pk=pk).update(removed_at=None)
        _fill_defaults(user, removed)
    return True


def keep_first_addresses(user: User, billing: Address, shipping: Address) -> None:
    """Save the addresses of an order for a customer who has none. One query for a customer who has some.

    It never fails an order: of two orders at once, the database keeps the addresses of one.
    """
    if _kept(user).exists():
        return
    is_same = replace(shipping, phone=billing.phone) == billing
    rows = [SavedAddress(user=user, for_billing=True, for_shipping=is_same, **billing.stored())]
    if not is_same:
        rows.append(SavedAddress(user=user, for_shipping=True, **shipping.stored()))
    SavedAddress.objects.bulk_create(rows, ignore_conflicts=True)


def forget_removed(now: datetime) -> None:
    """Delete the addresses that can no longer be brought back."""
    SavedAddress.objects.filter(removed_at__lte=now - UNDO).delete()


def _kept(user: User) -> QuerySet[SavedAddress]:
    return SavedAddress.objects.filter(user=user, removed_at=None).order_by("-for_billing", "-for_shipping", "-pk")


def _lock(user: User) -> None:
    """Let one change of the book wait for another: there is one limit and one default."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _add(user: User, address: Address) -> SavedAddress:
    _refuse_full(user)
    added = SavedAddress.objects.create(user=user, **address.stored())
    _fill_defaults(user, added)
    return added


def _refuse_full(user: User) -> None:
    if _kept(user).count() >= MOST_ADDRESSES:
        text = f"Your address book holds {MOST_ADDRESSES} addresses. Please delete one that you no longer need."
        raise Refusal("full", text)


def _suits(address: SavedAddress, use: AddressUse) -> bool:
    """Return whether an address has what its use needs: the bill's a phone number, as at the checkout."""
    return use != AddressUse.BILLING or bool(address.phone)


def _fill_defaults(user: User, address: SavedAddress) -> None:
    for use in AddressUse:
        if _suits(address, use) and not _kept(user).filter(**{use.column: True}).exists():
            _make_default(user, address, use)


def _make_default(user: User, address: SavedAddress, use: AddressUse) -> None:
    SavedAddress.objects.filter(user=user, **{use.column: True}).exclude(pk=address.pk).update(**{use.column: False})
    SavedAddress.objects.filter(pk=address.pk).update(**{use.column: True})
