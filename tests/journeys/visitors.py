"""Visitors of journeys: their windows, and what their browsers complain about."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

from bench.pages import hold
from bench.shopper import of_age
from tests.journeys import card_data
from tests.journeys.store.running_store import RunningStore

LITTLE_COMPILED = "--js-flags=--no-opt --no-maglev --max-lazy --no-compile-hints-magic"
"""Pages of journeys live for seconds: compiling their scripts a second time for speed, or functions that are not
called, costs more than it saves.
"""
PHONE, DESKTOP = {"width": 360, "height": 640}, {"width": 1440, "height": 900}
HEIGHTS: Final = {1440: 900, 768: 1024, 360: 740}
"""Windows in which every state is looked at, by their width."""
NewVisitor = Callable[..., Page]


@dataclass
class Complaints:
    """What the browser complained about; a story may say beforehand what it expects."""

    seen: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        if not any(words in text for words in self.expected):
            self.seen.append(text)


def watch(context: BrowserContext, store: RunningStore, complaints: Complaints) -> None:
    """Note every console error and fault of a context's pages, and every card number on its way to the store."""

    def on_request(request: Request) -> None:
        if request.url.startswith(store.url) and card_data.in_request(request.url, request.post_data or ""):
            complaints.note(f"a card's number or code was sent to the store: {request.method} {request.url}")

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.note(f"{message.text} ({message.location.get('url', '')})")

    context.on("request", on_request)
    context.on("console", on_console)
    context.on("weberror", lambda error: complaints.note(str(error.error)))


def let_in(context: BrowserContext, store: RunningStore) -> None:
    """Spare a visitor the age gate: they said yes on another day. Who is not let in meets it."""
    hold(context, store.url, of_age(store.url))
