"""Chromium for the tests here: how it is started, and what it may not complain about."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from sandbox_pay.testing import ROOT

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
PATIENCE = 20_000
"""Milliseconds until what a page should come to show counts as missing: it ends with the thing itself."""
expect.set_options(timeout=PATIENCE)


def build(config: str, **environment: str) -> None:
    """Let Vite build what this configuration describes."""
    subprocess.run(
        [ROOT / "node_modules/.bin/vite", "build", "-c", config],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
    )


def build_browser_files(folder: Path) -> Path:
    """Build the provider's browser files into a folder of one's own: another process may be serving the usual one."""
    build("sandbox_pay/browser/vite.config.ts", SANDBOX_STATIC=str(folder))
    return folder


@contextmanager
def launched() -> Iterator[Browser]:
    """Start Debian's Chromium, or the one that CHROMIUM names."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.fail("These tests need Chromium; install it with: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@contextmanager
def new_page(browser: Browser, width: int, height: int) -> Iterator[Page]:
    """Open a window; its console may report nothing but refusals (400, 402), which the browser notes itself."""
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda problem: complaints.append(str(problem)))
    yield page
    context.close()
    assert [said for said in complaints if "400" not in said and "402" not in said] == []
