"""Staff with a role."""

from django.contrib.auth.models import Group
from django.test import Client

from vintner.testing.builders import make_user


def log_in_staff(role: str) -> Client:
    """Return the browser of somebody of the staff who has this role alone."""
    user = make_user(is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user)
    return client
