"""The files of the frontend's build, and how long browsers keep them."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings

_BUILT = Path(settings.FRONTEND_DIR, "client")


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


@pytest.mark.parametrize("path", ["icon.svg", "admin/css/base.css"])
def test_a_file_whose_name_stays_is_asked_for_again(path: str) -> None:
    assert "immutable" not in cache_of(path)


def test_browsers_may_compile_each_script_while_it_arrives() -> None:
    for script in _BUILT.glob("assets/*.js"):
        assert script.read_text().startswith("//# allFunctionsCalledOnLoad\n")
