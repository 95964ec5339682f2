"""One run of all parts, each against a store with the settings that it needs."""

import logging
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from django.core.management import call_command

from bench.accounts import guesses, journeys, likeness, once, pictures, races, ways_out
from bench.bars import Bar, table
from bench.invariants.serving import processes

PROXY: Mapping[str, str] = {"TRUSTED_PROXIES": "127.0.0.1"}
OPEN: Mapping[str, str] = {
    f"LIMIT_{name}": "1000000"
    for name in (
        *("LOG_IN", "LOG_IN_FROM", "LOG_IN_TO", "LOGIN_CODES", "EMAIL_CHANGES", "SECOND_FACTOR", "PASSKEY_LOG_IN"),
        *("PASSWORD_RESETS", "SINGLE_STEP", "REGISTRATIONS", "TAKEN_EMAILS", "PROFILE_PICTURES"),
    )
}
"""Limits out of the way, for what is not about them: everybody comes from one address here."""

QUICK: Mapping[str, str] = {**OPEN, "DJANGO_SETTINGS_MODULE": "bench.accounts.quick_settings"}


class Part(NamedTuple):
    """What is measured together, at a store with these settings."""

    name: str
    settings: Mapping[str, str]
    measure: Callable[[str], list[Bar]]


PARTS = (
    Part("guesses", {}, guesses.from_one_address),
    Part("proxy", PROXY, guesses.behind_a_proxy),
    Part("once", QUICK, once.used_once),
    Part("alike", {**QUICK, "AUTH_SINGLE_STEP": "private"}, likeness.told_alike),
    Part("hash", OPEN, likeness.hashed_alike),
    Part("carts", QUICK, journeys.carts_are_kept),
    Part("pictures", OPEN, pictures.are_refused),
    Part("redirects", QUICK, ways_out.stay_in_the_store),
    Part("races", QUICK, races.have_one_account),
)


def run(names: Sequence[str]) -> int:
    """Measure, print the table; returns the exit status."""
    logging.disable(logging.CRITICAL)  # what is refused on purpose would fill the screen
    call_command("migrate", verbosity=0)
    bars: list[Bar] = []
    for part in PARTS:
        if names and part.name not in names:
            continue
        begun = perf_counter()
        with processes(part.settings) as store:
            found = part.measure(store.address)
        bars += found
        print(f"{part.name}: {perf_counter() - begun:.0f} s", *(bar.line for bar in found), sep="\n", flush=True)
    print(f"\n{table(bars)}")
    return 0 if all(bar.is_met for bar in bars) else 1
