"""The page of cookies. The dialog that asks has its words from here, too."""

from django.conf import settings

from vintner.consent import cookies
from vintner.consent.rules import CookieConsent
from vintner.consent.store_words import list_kinds, words_version
from vintner.consent.words import INTRO, NECESSARY, PREFERENCES, STATISTICS, TITLE
from vintner.web.page import Head, Page, Props, Shared


class ListedCookie(Props):
    """A row of the list of cookies; `names` may hold several, and patterns."""

    names: str
    purpose: str
    lasts: str


class CookieKind(Props):
    """A kind of cookies with its choice. What is `fixed` is always on."""

    name: str
    title: str
    text: str
    fixed: bool
    granted: bool
    cookies: tuple[ListedCookie, ...]


class CookiesPage(Page):
    """The choice about cookies as it is now, and all cookies of the store."""

    version: int
    """Of the words. An answer to others does not count."""
    title: str
    intro: str
    kinds: tuple[CookieKind, ...]
    back: str
    """The page that an answer leads back to, '' for this one."""
    error: str


def cookies_page(consent: CookieConsent, shared: Shared, *, back: str, error: str = "") -> CookiesPage:
    granted = {NECESSARY.name: True, PREFERENCES.name: consent.preferences, STATISTICS.name: consent.statistics}
    lists = {
        NECESSARY.name: cookies.NECESSARY,
        PREFERENCES.name: cookies.PREFERENCES,
        STATISTICS.name: cookies.STATISTICS + (cookies.GOOGLE if settings.GA4_ID else ()),
    }
    kinds = tuple(
        CookieKind(
            **each._asdict(),
            fixed=each is NECESSARY,
            granted=granted[each.name],
            cookies=tuple(ListedCookie(**listed._asdict()) for listed in lists[each.name]),
        )
        for each in list_kinds()
    )
    head = Head(title=f"Cookies – {settings.STORE_NAME}", robots="noindex")
    return CookiesPage(
        head=head, shared=shared, version=words_version(), title=TITLE, intro=INTRO, kinds=kinds, back=back, error=error
    )
