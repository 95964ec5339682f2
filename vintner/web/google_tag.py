"""Where Google Analytics may be, in stores that use it (GA4_ID). Scripts load it, with the visitor's consent alone."""

from typing import Final

from django.conf import settings

from vintner.web.page import Page

POLICY: Final = {
    "script-src": ["https://www.googletagmanager.com"],
    "img-src": ["https://www.googletagmanager.com", "https://*.google-analytics.com"],
    "connect-src": [
        "https://www.googletagmanager.com",
        "https://*.google-analytics.com",
        "https://*.analytics.google.com",
    ],
}
"""What Google's guide to content policies names for Analytics without advertising."""


def may_have_tag(page: Page) -> bool:
    """Return whether Google Analytics may be on a page: its class allows it, and no wallet pays there (decision 89)."""
    return page.may_have_tag and getattr(page, "express", None) is None


def ga4_id(page: Page) -> str:
    """Return the measurement id for a page, '' where there is none."""
    return settings.GA4_ID if may_have_tag(page) else ""


def google_policy(page: Page) -> dict[str, list[str]]:
    """Return what a page adds to the content policy for Google Analytics: nothing where it has no tag."""
    return POLICY if ga4_id(page) else {}
