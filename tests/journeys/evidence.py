"""What a journey that failed leaves: each page that was open, in words in the report and as a picture in a folder, and
what each visitor did as a trace of Playwright (`playwright show-trace`). The store's log is in the report anyway.
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, Error, Page

PATIENCE_MS: Final = 5_000
"""For a page that may hang: the report must not wait long for it."""
LONGEST: Final = 2_000
"""Characters of what a page says."""
SCRIPT_OF_TRACE: Final = "Blocked script execution"
"""What Chromium writes where a whole trace meets a frame that runs no scripts, as those of e-mails in the outbox."""


def describe_pages(contexts: Iterable[BrowserContext], folder: Path, name: str) -> str:
    """Return the address, title and text of each open page, and where its picture is: folder/name-1.png and so on."""
    pages = [page for context in contexts for page in context.pages]
    return "\n\n".join(_describe(page, folder / f"{name}-{number}.png") for number, page in enumerate(pages, start=1))


def start_trace(context: BrowserContext, *, whole: bool) -> None:
    """Note what is done in a context and what its pages write to the console; the whole trace has requests, the pages
    after each step and pictures as well. That makes a journey take a quarter longer.
    """
    context.tracing.start(snapshots=whole, screenshots=whole)


def save_traces(contexts: Iterable[BrowserContext], folder: Path, name: str) -> list[str]:
    """End the traces of contexts, and return where they are: folder/name-1.zip and so on."""
    saved = []
    for number, context in enumerate(contexts, start=1):
        path = folder / f"{name}-{number}.zip"
        with suppress(Error):  # no trace of this context was started, or the browser has ended
            context.tracing.stop(path=path)
            saved.append(str(path))
    return saved


def _describe(page: Page, picture: Path) -> str:
    told = [page.url]
    with suppress(Error):  # a browser that hangs or has ended says no more
        page.screenshot(path=picture, full_page=True, timeout=PATIENCE_MS)
        told.append(f"Picture: {picture}")
        told.append(page.title())
        told.append(page.locator("body").inner_text(timeout=PATIENCE_MS)[:LONGEST])
    return "\n".join(told)
