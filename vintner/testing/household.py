"""The people of the demo store: a customer and the shop manager."""

from typing import Final

from django.contrib.auth.models import Group, Permission
from django.db.models import Q

from vintner.customers.models import User
from vintner.testing.world.people import CUSTOMER, MANAGER, Person

MANAGERS: Final = "Shop manager"
"""The group of those who run the shop (resolutions 2.16)."""
_FULL: Final = ("catalogue", "pricing", "shipping")
_VIEW_AND_CHANGE: Final = ("orders",)
_VIEW: Final = ("payments", "cart", "customers")


def make_people() -> list[User]:
    """Make the customer and the manager, unless they are there."""
    managers = make_group()
    people = [_account(person) for person in (CUSTOMER, MANAGER)]
    people[1].groups.add(managers)
    return people


def make_group() -> Group:
    """Make the group of shop managers: the whole shop, but no accounts and no deleted orders."""
    group, _ = Group.objects.get_or_create(name=MANAGERS)
    allowed = Q(content_type__app_label__in=_FULL)
    allowed |= Q(content_type__app_label__in=_VIEW_AND_CHANGE, codename__regex="^(view|change)_")
    allowed |= Q(content_type__app_label__in=_VIEW, codename__startswith="view_")
    group.permissions.set(Permission.objects.filter(allowed))
    return group


def _account(person: Person) -> User:
    known = User.objects.filter(email=person.email).first()
    return known or User.objects.create_user(
        person.email,
        person.password,
        first_name=person.address.first_name,
        last_name=person.address.last_name,
        is_staff=person.manager,
    )
