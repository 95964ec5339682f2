"""Whether the store tells who has an account: two hundred pairs of a known and an unknown address, at every form.

The answers have to be the same but for tokens and the address itself, and to take as long (Mann–Whitney, p > 0.05).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest
from math import erfc, sqrt
from operator import itemgetter
from random import Random
from statistics import median
from time import perf_counter
from urllib.parse import quote

import httpx
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher, make_password

from bench.accounts.browser import CALL, PASSWORD, AccountBrowser, where_to
from bench.accounts.factors import inside
from bench.bars import Bar
from bench.invariants.database import wipe
from vintner.customers.models import User
from vintner.testing.builders import make_user
from vintner.testing.store import open_store

PAIRS, FEW, LEAST_P = 200, 40, 0.05
CLOCKS = ("date", "expires")
"""Headers that tell the time."""
PACKED = "messages="
"""A cookie whose length depends on the letters of the address. What it says is on the next page, which is compared."""
TOKENS = re.compile(r"\b[A-Za-z0-9]{64}\b|\b[a-f0-9]{32}\b|nonce-[\w+/=-]+")
Asks = Callable[[AccountBrowser, str], httpx.Response]
"""Sends a form about an e-mail address, and returns the answer that is timed."""


def _log_in(browser: AccountBrowser, email: str) -> httpx.Response:
    return browser.log_in(email, "a wrong password")


def _log_in_by_call(browser: AccountBrowser, email: str) -> httpx.Response:
    sent = {"xoo-el-username": email, "xoo-el-password": "a wrong password"}
    return browser.post(CALL, {"action": "xoo_el_form_action", "_xoo_el_form": "login", **sent})


def _lose_password(browser: AccountBrowser, email: str) -> httpx.Response:
    return browser.post("/my-source/lost-password/", {"user_login": email})


def _first_step(browser: AccountBrowser, email: str) -> httpx.Response:
    sent = {"action": "xoo_el_form_action", "_xoo_el_form": "single", "xoo-el-sing-user": email}
    return browser.post(CALL, sent)


def _ask_for_code(browser: AccountBrowser, email: str) -> httpx.Response:
    return browser.post("/my-source/mailed-code/", {"email": email})


def _change_email(browser: AccountBrowser, email: str) -> httpx.Response:
    return browser.post("/my-source/change-email/", {"email": email})


@dataclass(frozen=True, slots=True)
class Form:
    """A form that is asked about accounts, and with which password these are."""

    says: str
    asks: Asks
    password: str = PASSWORD


FORMS = (
    Form("log-in, wrong password", _log_in),
    Form("log-in by the call", _log_in_by_call),
    Form("lost password", _lose_password),
    Form("private single step", _first_step),
    Form("mailed code", _ask_for_code),
    Form("change of email", _change_email),
)
HASHED = (Form("log-in, the store’s own hash", _log_in), Form("log-in, accounts without a password", _log_in, ""))


def told_alike(address: str) -> list[Bar]:
    """Measure each form at a store with a quick hash, whose time would hide what else differs."""
    hashed = MD5PasswordHasher().encode(PASSWORD, "abcdefghijklmnop")
    return [_measure_fairly(each, PAIRS, hashed, address) for each in FORMS]


def hashed_alike(address: str) -> list[Bar]:
    """Measure the log-in with the store's own hash, which takes long: also where there is nothing to compare with."""
    return [_measure_fairly(each, FEW, make_password(PASSWORD), address) for each in HASHED]


def _measure_fairly(form: Form, pairs: int, hashed: str, address: str) -> Bar:
    """Measure a form, and once more if the times differ, because one in twenty differs by chance."""
    bar, p = _measure(form, pairs, hashed, address)
    if p <= LEAST_P:
        again = replace(form, says=f"{form.says} (measured again after p = {p:.3f})")
        bar, _ = _measure(again, pairs, hashed, address)
    print(bar.line, flush=True)
    return bar


def _prepare(form: Form, pairs: int, hashed: str, address: str) -> AccountBrowser | None:
    """Make the accounts. Return the browser that asks, for a form that asks inside an account."""
    wipe()
    open_store()
    for number in range(pairs):
        user = make_user(_address(number, known=True))
        EmailAddress.objects.create(user=user, email=user.email, primary=True)
    if form.password:
        User.objects.update(password=hashed)
    if form.asks is not _change_email:
        return None
    browser = inside(address, make_user("someone@example.com", password=PASSWORD).email)
    form.asks(browser, "before@example.com")  # later changes replace an earlier one
    browser.get("/my-source/security/")  # and show its message
    return browser


def _measure(form: Form, pairs: int, hashed: str, address: str) -> tuple[Bar, float]:
    browser = _prepare(form, pairs, hashed, address)
    times: dict[bool, list[float]] = {True: [], False: []}
    chance, different = Random(PAIRS), list[str]()  # noqa: S311 - the same order each run
    for number in range(pairs):
        answers = []
        for known in chance.sample((True, False), 2):
            email = _address(number, known=known)
            own = browser or AccountBrowser(address)
            begun = perf_counter()
            answer = form.asks(own, email)
            times[known].append(perf_counter() - begun)
            answers.append(compare(own, answer, email))
        if answers[0] != answers[1]:
            different.append(_difference(*answers))
    p = mann_whitney(times[True], times[False])
    known_ms, unknown_ms = (1000 * median(times[known]) for known in (True, False))
    measured = (
        f"{len(different)} different{''.join(different[:1])}, p = {p:.3f} ({known_ms:.1f} and {unknown_ms:.1f} ms)"
    )
    is_met = not different and p > LEAST_P
    return Bar(says=f"{pairs} pairs: {form.says}", measured=measured, asked=f"same, p > {LEAST_P}", is_met=is_met), p


def _address(number: int, *, known: bool) -> str:
    return f"{'known' if known else 'other'}{number:04}@example.com"


def compare(browser: AccountBrowser, answer: httpx.Response, email: str) -> tuple[object, ...]:
    """Return all of an answer, and of the page that it leads to, without tokens and the address."""
    found = tuple(_parts(answer, email))
    redirect = where_to(answer) or (answer.json().get("redirect") if "json" in answer.headers["content-type"] else "")
    return (*found, *_parts(browser.get(redirect), email)) if redirect else found


def _parts(answer: httpx.Response, email: str) -> Iterator[object]:
    yield answer.status_code
    for name, value in sorted(answer.headers.multi_items()):
        if name == "set-cookie":
            sent, _, attributes = value.partition(";")
            yield sent.partition("=")[0], 0 if sent.startswith(PACKED) else len(sent), attributes.count(";")
        elif name not in CLOCKS:
            yield name, _without_tokens(value, email)
    yield _without_tokens(answer.text, email)


def _difference(one: tuple[object, ...], other: tuple[object, ...]) -> str:
    """Return where two answers begin to differ, with what stands there."""
    parts = zip_longest(map(str, one), map(str, other), fillvalue="")
    ours, theirs = next(pair for pair in parts if pair[0] != pair[1])
    start = next((at for at, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]), 0)
    shown = slice(max(0, start - 20), start + 40)
    return f" (“{ours[shown]}”, “{theirs[shown]}”)"


def _without_tokens(text: str, email: str) -> str:
    for spelt in (email, quote(email), quote(quote(email))):
        text = text.replace(spelt, "ADDRESS")
    return TOKENS.sub("TOKEN", text)


def mann_whitney(ones: list[float], others: list[float]) -> float:
    """Return the two-sided p of Mann and Whitney's test, by the normal approximation: for 20 values and more."""
    ranked = sorted([(value, True) for value in ones] + [(value, False) for value in others])
    rank_sum, before = 0.0, 0
    for _, group in groupby(ranked, key=itemgetter(0)):
        tied = list(group)
        rank_sum += sum(is_one for _, is_one in tied) * (before + (len(tied) + 1) / 2)
        before += len(tied)
    count, other_count = len(ones), len(others)
    mean = count * (count + other_count + 1) / 2
    deviation = sqrt(count * other_count * (count + other_count + 1) / 12)
    return erfc(abs(rank_sum - mean) / deviation / sqrt(2))
