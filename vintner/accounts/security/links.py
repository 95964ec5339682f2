"""Links that several steps of the account's security share."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from vintner.web.page import Link


def is_for_security(request: HttpRequest) -> bool:
    """Return whether a step leads on to a page of security, or to none in particular."""
    path = request.GET.get("next") or reverse("security")
    return url_has_allowed_host_and_scheme(path, allowed_hosts=None) and path.startswith(reverse("security"))


def way_back(request: HttpRequest) -> Link:
    """Return the link that leaves a step: to security, or to the account where the step is about something else."""
    return security_link() if is_for_security(request) else Link(label="Back to your account", url=reverse("account"))


def security_link() -> Link:
    return Link(label="Back to security", url=reverse("security"))
