"""13. No form tells who has an account: the same answers, and as `make attacks` measures, in the same time."""

from random import Random
from time import perf_counter
from zlib import crc32

import pytest
from allauth.account.models import EmailAddress
from pytest_django import Settings

from bench.accounts.browser import PASSWORD, AccountBrowser
from bench.accounts.factors import inside
from bench.accounts.likeness import FORMS, LEAST_P, Form, compare, mann_whitney
from tests.attack.attack import FULL, Tries, attack, many, replaced, together
from vintner.accounts.engine import password_reset
from vintner.customers import logging_in
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.testing.builders import make_user

PAIRS = many(2, 200)
ASKS = {form.says: form for form in FORMS}


@pytest.fixture(autouse=True)
def _limits(settings: Settings) -> None:
    settings.AUTH_SINGLE_STEP = "private"
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 24 * 3600  # the full numbers take longer than the five minutes
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 3600))


def _tells(email: str, *args: object, **named: object) -> User:
    """Log in, and say of an unknown address that it is unknown."""
    if not User.objects.filter(email=email).exists():
        raise Refusal("unknown", "We do not know that address.", "username")
    return logging_in.authenticate(email, *args, **named)  # type: ignore[arg-type]


def _tells_in_reset(email: str) -> None:
    if not User.objects.filter(email=email).exists():
        raise Refusal("unknown", "We do not know that address.", "user_login")
    password_reset.request_reset(email)


TELLS = together(
    replaced("vintner.accounts.engine.middleware.authenticate", _tells),
    replaced("vintner.accounts.engine.reset_views.request_reset", _tells_in_reset),
)


@attack(without=TELLS)
def test_known_and_unknown_addresses(served: str) -> Tries:
    make_user("someone@example.com", password=PASSWORD)
    own = inside(served, "someone@example.com")
    for says, form in ASKS.items():
        browser = own if "change" in says else None
        times: dict[bool, list[float]] = {True: [], False: []}
        if browser is not None:  # later changes replace an earlier one, and show its message
            form.asks(browser, "before@example.com")
            browser.get("/my-source/security/")
        for number in range(PAIRS):
            yield f"{says}: other bytes", _differ(served, form, number, browser, times)
        if FULL:
            yield f"{says}: other times", mann_whitney(times[True], times[False]) < LEAST_P / 50


def _differ(
    address: str, form: Form, number: int, browser: AccountBrowser | None, times: dict[bool, list[float]]
) -> bool:
    known = f"known{number:04}-{crc32(form.says.encode()):08x}@example.com"
    user = make_user(known, password=form.password)
    EmailAddress.objects.create(user=user, email=known, primary=True)
    answers = []
    for is_known in Random(number).sample((True, False), 2):  # noqa: S311 - the same order each run
        email = known if is_known else known.replace("known", "other")
        own, begun = browser or AccountBrowser(address), perf_counter()
        answer = form.asks(own, email)
        times[is_known].append(perf_counter() - begun)
        answers.append(compare(own, answer, email))
    return answers[0] != answers[1]
