"""Links that several steps of the account's security share."""

from django.urls import reverse

from vintner.web.page import Link


def security_link() -> Link:
    return Link(label="Back to security", url=reverse("security"))
