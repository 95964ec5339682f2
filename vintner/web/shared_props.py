"""The props that every page has: what the header, the footer and the messages need."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from babel.numbers import get_currency_name
from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest
from django.utils.module_loading import import_string

from vintner.web.notices import read_notice
from vintner.web.page import AgeGate, ClosedPlace, FooterGroup, Link, MenuItem, Notice, Shared, StoreFooter, StoreNotice

SHOP, HELP, ABOUT = "Shop", "Help", "About"
_NEWEST: Final = (Link(label="New arrivals", url="/shop/?orderby=date"),)
_ORDERS: Final = (
    Link(label="Contact", url="/contact/"),
    Link(label="Find your order", url="/checkout/find-order/"),
    Link(label="Your account", url="/my-source/"),
    Link(label="Your favorites", url="/favorites/"),
)
_CHOICES: Final = (Link(label="Cookie settings", url="/cookies/"),)


def footer_groups(
    navigation: Sequence[MenuItem],
    *,
    help_pages: Sequence[Link] = (),
    about_pages: Sequence[Link] = (),
    policies: Sequence[Link] = (),
) -> tuple[FooterGroup, ...]:
    """Return the groups: what is sold, help, and who sells it. The last entry of `navigation` is the producers."""
    *wines, producers = [Link(label=item.label, url=item.url) for item in navigation if item.url]
    links: Mapping[str, Sequence[Link]] = {
        SHOP: (*wines, *_NEWEST),
        HELP: (*help_pages, *_ORDERS),
        ABOUT: (*about_pages, producers, *policies, *_CHOICES),
    }
    return tuple(FooterGroup(title=title, links=tuple(each)) for title, each in links.items())


class Layout(NamedTuple):
    """The part of the layout that packages above this one read: navigation, footer, store notice, age gate, and
    where no wine goes.
    """

    navigation: tuple[MenuItem, ...]
    footer: StoreFooter
    store_notice: StoreNotice | None
    age_gate: AgeGate | None = None
    closed_places: tuple[ClosedPlace, ...] = ()


_PLAIN_NAVIGATION = (
    MenuItem(label="All wines", url="/shop/"),
    MenuItem(label="Cases", url="/mixed-case/"),
    MenuItem(label="Producers", url="/producer/"),
)
PLAIN_LAYOUT = Layout(
    navigation=_PLAIN_NAVIGATION, footer=StoreFooter(groups=footer_groups(_PLAIN_NAVIGATION)), store_notice=None
)
"""The layout without the database. Error pages use it, since the database may be the fault."""


def shared_props(request: HttpRequest) -> Shared:
    """Return the props shared by all pages. Only the notices in them are personal."""
    return _shared_props(request, _layout_function()(request))


def plain_shared_props(request: HttpRequest) -> Shared:
    """Return the same without the database."""
    return _shared_props(request, PLAIN_LAYOUT)


@cache
def _layout_function() -> Callable[[HttpRequest], Layout]:
    """Return the function that the setting SURROUNDINGS names: the packages it reads from lie above this one."""
    function: Callable[[HttpRequest], Layout] = import_string(settings.SURROUNDINGS)
    return function


def _shared_props(request: HttpRequest, layout: Layout) -> Shared:
    return Shared(
        store_name=settings.STORE_NAME,
        store_email=settings.STORE_EMAIL,
        currency_words=_currency_words(settings.STORE_CURRENCY),
        sandbox=settings.SANDBOX,
        navigation=layout.navigation,
        footer=layout.footer,
        store_notice=layout.store_notice,
        notices=_notices(request),
        age_gate=layout.age_gate,
        closed_places=layout.closed_places,
        opens_log_in=settings.AUTH_POPUP_OPENS,
    )


@cache
def _currency_words(code: str) -> str:
    return get_currency_name(code, count=2, locale="en_US")


def _notices(request: HttpRequest) -> tuple[Notice, ...]:
    """Return the waiting messages. They are read only if there are any, since reading sets a cookie."""
    messages = get_messages(request)
    if CookieStorage.cookie_name not in request.COOKIES and not getattr(messages, "added_new", False):
        return ()
    return tuple(read_notice(each) for each in messages)
