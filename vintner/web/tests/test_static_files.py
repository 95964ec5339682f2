"""The files of the frontend's build, and how long browsers keep them."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.test import Client, override_settings

_BUILT = Path(settings.FRONTEND_DIR, "client")
_NAMED = re.compile(r"[\"'(]((?:\./|/static/|assets/)[^\"'\s()]+\.(?:js|css|woff2|svg|png|webp))[\"')]")
pytestmark = pytest.mark.django_db  # a closed answer ends a request


def cache_of(path: str) -> str:
    """Return the `Cache-Control` of a static file."""
    with override_settings(WHITENOISE_USE_FINDERS=True, WHITENOISE_AUTOREFRESH=True):
        answer = Client().get(f"/static/{path}")  # its own middleware, with these settings
    assert answer.status_code == 200
    answer.close()
    return str(answer["Cache-Control"])


@pytest.mark.parametrize("kind", ["js", "css", "woff2"])
def test_what_the_build_names_by_its_content_is_kept_for_good(kind: str) -> None:
    built = [path.relative_to(_BUILT).as_posix() for path in _BUILT.glob(f"assets/*.{kind}")]
    assert built
    for path in built:
        assert cache_of(path) == "max-age=315360000, public, immutable"


def named_files(page: str) -> Iterator[str]:
    """Yield the static files that a page names, and those that its styles and scripts name."""
    due, known = re.findall(r"[\"'( ](/static/[^\"'\s,)]+)", unescape(page)), set[str]()
    while due:
        path = due.pop().partition("#")[0]
        if path in known:
            continue
        known.add(path)
        yield path
        source = _BUILT / path.removeprefix("/static/")
        if source.suffix in (".css", ".js"):
            names = _NAMED.findall(source.read_text())
            due += [urljoin("/static/" if name.startswith("assets/") else path, name) for name in names]


@pytest.mark.parametrize("path", ["/shop/", "/cart/"])
def test_all_that_a_page_names_is_kept_for_good_but_its_icons(client: Client, path: str) -> None:
    files = set(named_files(client.get(path).text))
    assert {Path(each).suffix for each in files} >= {".js", ".css", ".woff2", ".svg", ".png"}
    brief = {each for each in files if "immutable" not in cache_of(each.removeprefix("/static/"))}
    assert brief == {"/static/icon.svg", "/static/apple-touch-icon.png"}


@pytest.mark.parametrize("path", ["icon.svg", "admin/css/base.css"])
def test_a_file_whose_name_stays_is_asked_for_again(path: str) -> None:
    assert "immutable" not in cache_of(path)


def test_browsers_may_compile_each_script_while_it_arrives() -> None:
    for script in _BUILT.glob("assets/*.js"):
        assert script.read_text().startswith("//# allFunctionsCalledOnLoad\n")
