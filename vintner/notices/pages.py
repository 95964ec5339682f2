"""The page of a text that a purchase rests on."""

from django.conf import settings
from django.utils.timezone import localtime

from vintner.notices.models import Policy
from vintner.web.dates import day_in_words
from vintner.web.page import Head, Page, Shared


class PolicyPage(Page):
    """The terms and conditions, or the privacy policy."""

    title: str
    paragraphs: tuple[str, ...]
    changed_on: str
    """Worded: November 25, 2026."""


def policy_page(policy: Policy, shared: Shared) -> PolicyPage:
    title = policy.get_kind_display()
    return PolicyPage(
        head=Head(title=f"{title} – {settings.STORE_NAME}", canonical=settings.STORE_URL + policy.get_absolute_url()),
        shared=shared,
        title=title,
        paragraphs=policy.paragraphs,
        changed_on=day_in_words(localtime(policy.changed_at).date()),
    )
