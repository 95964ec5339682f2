"""Journeys in a slower world, to find what holds only because it is fast: `make probes`."""

import os
import random
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Page

VARIABLE: Final = "PROBE"
"""Environment variable that names one of PROBES, or is "order"."""
SCRIPT_MS, ANSWER_MS = 2_000, 1_000
PROCESSOR = 6
"""How many times slower a page's processor is."""
SCRIPTS = "*://*:*/static/*.js"
UNLIMITED = {"downloadThroughput": -1, "uploadThroughput": -1}


def _delay_scripts(session: CDPSession) -> None:
    rule = {"urlPattern": SCRIPTS, "latency": SCRIPT_MS, **UNLIMITED}
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditionsByRule", {"offline": False, "matchedNetworkConditions": [rule]})


def _delay_answers(session: CDPSession) -> None:
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": ANSWER_MS, **UNLIMITED})


def _slow_processor(session: CDPSession) -> None:
    session.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR})


PROBES: Final = {"scripts": _delay_scripts, "answers": _delay_answers, "processor": _slow_processor}
"""Name → what it does to a page."""


def slow_pages(patch: pytest.MonkeyPatch, name: str) -> None:
    """Let each page that a journey opens be slowed by the probe of this name. Raises KeyError for an unknown one."""
    slow = PROBES[name]
    patch.setattr(BrowserContext, "new_page", _slowed(BrowserContext.new_page, slow))


def _slowed(new_page: Callable[[BrowserContext], Page], slow: Callable[[CDPSession], None]) -> object:
    @wraps(new_page)
    def open_page(context: BrowserContext) -> Page:
        page = new_page(context)
        slow(context.new_cdp_session(page))
        return page

    return open_page


def shuffle(items: list[Any]) -> None:
    """Put tests into a random order, which the seed of the run gives (tests/sequences.py)."""
    random.Random(os.environ["TEST_SEED"]).shuffle(items)  # noqa: S311 - no secret
