"""A store that runs keeps the pages of its build while another one is made."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from pytest_django import Settings

from vintner.web.rendering import manifest

PAGES: Final = ("HomePage", "ProductPage")


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    forget()
    yield
    forget()


def forget() -> None:
    """Start anew, as a process does."""
    manifest.read_build.cache_clear()
    manifest.assets.cache_clear()
    manifest.style_links.cache_clear()


def build(settings: Settings, folder: Path, number: int) -> None:
    """Build the frontend, and take away what the build before made."""
    settings.FRONTEND_DIR = folder
    styles = folder / "client" / "assets"
    styles.mkdir(parents=True, exist_ok=True)
    for left in styles.iterdir():
        left.unlink()
    chunks: dict[str, dict[str, str]] = {manifest.ENTRY: {"file": f"assets/browser.{number}.js"}}
    for page in PAGES:
        (styles / f"{page}.{number}.css").write_text(f"{page} of build {number}")
        chunks[f"pages/{page}.tsx"] = {
            "file": f"assets/{page}.{number}.js",
            "stylesheet": f"assets/{page}.{number}.css",
        }
    (folder / "client" / ".vite").mkdir(exist_ok=True)
    (folder / "client" / ".vite" / "manifest.json").write_text(json.dumps(chunks))


def test_pages_that_were_not_asked_for_yet_outlive_their_build(settings: Settings, tmp_path: Path) -> None:
    build(settings, tmp_path, 1)
    first = manifest.build_id()
    build(settings, tmp_path, 2)
    for page in PAGES:
        assert manifest.read_stylesheet(page).text == f"{page} of build 1"
    assert manifest.build_id() == first

    forget()
    assert manifest.read_stylesheet("HomePage").text == "HomePage of build 2"
    assert manifest.build_id() != first


def test_a_stylesheet_that_is_gone_already_is_linked(settings: Settings, tmp_path: Path) -> None:
    build(settings, tmp_path, 1)
    (tmp_path / "client" / "assets" / "HomePage.1.css").unlink()
    assert manifest.read_stylesheet("HomePage").text == ""
    assert manifest.assets("HomePage").stylesheet.endswith("assets/HomePage.1.css")
    assert manifest.read_stylesheet("ProductPage").text == "ProductPage of build 1"


def test_nothing_is_built_yet(settings: Settings, tmp_path: Path) -> None:
    settings.FRONTEND_DIR = tmp_path
    assert (manifest.build_id(), manifest.read_stylesheet("HomePage").text) == ("none", "")
