"""What every page gets."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from babel.numbers import get_currency_name
from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest
from django.utils.module_loading import import_string

from vintner.web.notices import read_notice
from vintner.web.page import AgeGate, MenuItem, Notice, Shared, StoreNotice


class Surroundings(NamedTuple):
    """What stands around a page, as the packages above know it."""

    navigation: tuple[MenuItem, ...]
    store_notice: StoreNotice | None
    age_gate: AgeGate | None = None


PLAIN = Surroundings(
    navigation=(MenuItem(label="All wines", url="/shop/"), MenuItem(label="Producers", url="/producer/")),
    store_notice=None,
)
"""What is always there. A page about a fault makes do with it, since the database may be the fault."""


def shared(request: HttpRequest) -> Shared:
    """Return what the header, the footer and the notices need. Nothing in it is personal but the notices."""
    return _shared(request, _finder()(request))


def plain_shared(request: HttpRequest) -> Shared:
    """Return the same without asking the database."""
    return _shared(request, PLAIN)


@cache
def _finder() -> Callable[[HttpRequest], Surroundings]:
    """The packages that know the surroundings lie above this one, so a setting names who asks them."""
    finder: Callable[[HttpRequest], Surroundings] = import_string(settings.SURROUNDINGS)
    return finder


def _shared(request: HttpRequest, around: Surroundings) -> Shared:
    return Shared(
        store_name=settings.STORE_NAME,
        store_email=settings.STORE_EMAIL,
        currency_words=_currency_words(settings.STORE_CURRENCY),
        sandbox=settings.SANDBOX,
        navigation=around.navigation,
        store_notice=around.store_notice,
        notices=_notices(request),
        age_gate=around.age_gate,
    )


@cache
def _currency_words(code: str) -> str:
    return get_currency_name(code, count=2, locale="en_US")


def _notices(request: HttpRequest) -> tuple[Notice, ...]:
    """Reading sets a cookie in the answer, so it is left to visitors who have something waiting."""
    waiting = get_messages(request)
    if CookieStorage.cookie_name not in request.COOKIES and not getattr(waiting, "added_new", False):
        return ()
    return tuple(read_notice(each) for each in waiting)
