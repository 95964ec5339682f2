"""The people of the demo store: a customer and the shop manager."""

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group

from vintner.customers import roles
from vintner.customers.models import User
from vintner.demo.people import CUSTOMER, MANAGER, DemoPerson


def make_accounts() -> list[User]:
    """Make the customer and the manager, whose addresses are confirmed, unless they are there."""
    people = [_account(person) for person in (CUSTOMER, MANAGER)]
    people[1].groups.add(Group.objects.get(name=roles.MANAGER))
    return people


def _account(person: DemoPerson) -> User:
    known = User.objects.filter(email=person.email).first()
    if known is not None:
        return known
    user = User.objects.create_user(
        person.email,
        person.password,
        first_name=person.address.first_name,
        last_name=person.address.last_name,
        is_staff=person.manager,
    )
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user
