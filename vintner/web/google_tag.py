"""Where Google Analytics may be, in stores that use it (GA4_ID). Scripts load it, with the visitor's consent alone."""

from typing import Final

from django.conf import settings
from django.http import HttpResponse

from vintner.web.page import Page

_POLICY: Final = {
    "script-src": ["https://www.googletagmanager.com"],
    "img-src": ["https://www.googletagmanager.com", "https://*.google-analytics.com"],
    "connect-src": [
        "https://www.googletagmanager.com",
        "https://*.google-analytics.com",
        "https://*.analytics.google.com",
    ],
}
"""What Google's guide to content policies names for Analytics without advertising."""


def ga4_id(page: Page) -> str:
    """Return the measurement id for a page, '' where there is none."""
    return settings.GA4_ID if page.may_have_tag else ""


def allow_google(response: HttpResponse) -> None:
    """Add Google's hosts to the content policy of a response, if the store uses Google Analytics."""
    if settings.GA4_ID:
        response._csp_update = _POLICY  # type: ignore[attr-defined]  # as django-csp's own decorators do
