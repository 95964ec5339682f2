"""What can be set is told, and production does not start on the demo's values."""

import re
import runpy
from pathlib import Path

import pytest
import structlog
from django.core.exceptions import ImproperlyConfigured

from tests.architecture.production import PRODUCTION
from tests.architecture.tree import REPOSITORY, files_called

READ = re.compile(r"""(?:env\.\w+|RateLimit)\(\s*["']([A-Z_]+)["']""")
TOLD_EACH_OTHER = {"SANDBOX_URL", "VINTNER_BENCH"}
"""What only our own programs say to one another."""
START = "The store does not start with these settings:"
SETTINGS = REPOSITORY / "vintner" / "settings.py"
PARTS = (
    SETTINGS,
    *(
        REPOSITORY / "vintner" / f"{name}_settings.py"
        for name in ("rate_limit", "account", "server", "service", "store")
    ),
)
"""The modules that read the environment."""


def told() -> set[str]:
    """The variables of the README's table."""
    rows = re.findall(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|", (REPOSITORY / "README.md").read_text(), re.MULTILINE)
    return {name for row in rows for name in re.findall(r"[A-Z_]+", row)}


def test_passwords_get_a_slow_hash() -> None:
    """Tests put a quick one in front of it, so it is read where it is written."""
    written = runpy.run_path(str(SETTINGS))
    assert written["PASSWORD_HASHERS"][0] == "django.contrib.auth.hashers.Argon2PasswordHasher"


def test_settings_that_are_read_again_leave_the_loggers_as_they_are() -> None:
    """A logger that was used keeps the list of processors that it found, and would write past a new one."""
    processors = structlog.get_config()["processors"]
    runpy.run_path(str(SETTINGS))
    assert structlog.get_config()["processors"] is processors


def test_what_is_rendered_lies_apart_also_in_one_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same page may lie in both caches, in one for a visitor and in one for everybody."""
    monkeypatch.setenv("CACHE_URL", "redis://cache:6379/1")
    caches = runpy.run_path(str(SETTINGS))["CACHES"]
    assert {str(each["LOCATION"]) for each in caches.values()} == {"['redis://cache:6379/1']"}
    assert len({each.get("KEY_PREFIX") for each in caches.values()}) == len(caches)


def test_every_setting_is_in_the_readme() -> None:
    read = {name for part in PARTS for name in READ.findall(part.read_text())}
    assert read - TOLD_EACH_OTHER - told() == set()


def test_the_readme_tells_of_no_setting_that_there_is_not() -> None:
    programs = [path for path in files_called(".py", under="vintner/server") if "tests" not in path.parts]
    text = "".join(path.read_text() for path in (*PARTS, *programs))
    assert {name for name in told() if not re.search(rf"""["']{name}["']""", text)} == set()


@pytest.fixture
def _production(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in {**PRODUCTION, "VINTNER_VAR": str(tmp_path), "DATABASE_URL": "postgres://db/store"}.items():
        monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("_production")
def test_production_starts_with_what_it_needs() -> None:
    found = runpy.run_path(str(SETTINGS))
    assert found["STORE_BASE_ADDRESS"] == {"country": "US", "state": "", "postcode": "", "city": "Napa"}


@pytest.mark.usefixtures("_production")
@pytest.mark.parametrize("name", sorted(PRODUCTION.keys() - {"VINTNER_ENV"}))
def test_production_does_not_start_without(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(name)
    with pytest.raises(ImproperlyConfigured, match=rf"\A{START}\n{name} is missing[.,].* Write .+\.\Z"):
        runpy.run_path(str(SETTINGS))


@pytest.mark.usefixtures("_production")
def test_production_answers_its_own_host_and_has_cookies_that_no_other_host_can_set() -> None:
    written = runpy.run_path(str(SETTINGS))
    assert written["ALLOWED_HOSTS"] == ["store.example"]
    assert written["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert written["CSRF_COOKIE_NAME"] == "__Host-csrftoken"
    frames = '"https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com"'
    assert f"payment=(self {frames})" in written["PERMISSIONS_POLICY"]
