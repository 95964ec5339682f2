"""Links that several steps of the account's security share."""

from django.urls import reverse

from vintner.accounts.security.factors import has_second_factor
from vintner.customers.models import User
from vintner.web.page import Link


def is_for_security(target: str) -> bool:
    """Return whether an address that a step leads on to is security's; '' is, as no other one was asked for."""
    return not target or target.startswith(reverse("security"))


def way_back(target: str) -> Link:
    """Return the link that leaves a step: to security, or to the account where the step leads to something else."""
    return security_link() if is_for_security(target) else Link(label="Back to your account", url=reverse("account"))


def security_link() -> Link:
    return Link(label="Back to security", url=reverse("security"))


def admin_link(user: User) -> Link | None:
    """Return the link to the admin for staff with a second factor, None for others."""
    if not user.is_staff or not has_second_factor(user):
        return None
    return Link(label="Go to the admin", url=reverse("admin:index"))
