"""What single pages add to the content policy of the shop."""

from collections.abc import Mapping

from django.http import HttpResponse

from vintner.web.google_tag import google_policy
from vintner.web.page import Page
from vintner.web.rendering.manifest import read_stylesheet

PolicyUpdate = Mapping[str, list[str]]
"""Directives of the content policy, each with the sources that are added to it."""


def policy_of(page: Page) -> PolicyUpdate:
    """Return the sources that this page needs besides those of all pages."""
    style = {"style-src": [read_stylesheet(page.component).source]} if page.has_inline_styles else {}
    return {**google_policy(page), **style}


def extend_policy(response: HttpResponse, update: PolicyUpdate) -> None:
    """Add sources to the content policy of a response."""
    if update:
        response._csp_update = update  # type: ignore[attr-defined]  # as django-csp's own decorators do
