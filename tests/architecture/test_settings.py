"""What can be set is told, and production does not start on the demo's values."""

import re
import runpy
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.architecture.tree import REPOSITORY, files_called

READ = re.compile(r"""env\.\w+\(\s*["']([A-Z_]+)["']""")
TOLD_EACH_OTHER = {"SANDBOX_URL", "VINTNER_BENCH"}
"""What only our own programs say to one another."""
SETTINGS = REPOSITORY / "vintner" / "settings.py"
PARTS = (SETTINGS, *(REPOSITORY / "vintner" / f"{name}_settings.py" for name in ("rate_limit", "account")))
"""The modules that read the environment."""
PRODUCTION = {
    "VINTNER_ENV": "production",
    "SECRET_KEY": "a key of this test, long enough to be one",
    "STRIPE_SECRET_KEY": "sk_live_check",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_check",
    "STRIPE_WEBHOOK_SECRETS": "whsec_check",
    "STORE_URL": "https://store.example",
    "STORE_EMAIL": "cellar@store.example",
    "STORE_COUNTRY": "US",
    "STORE_CITY": "Napa",
    "STORE_STREET": "1 Main St",
    "EMAIL_URL": "smtp://localhost:25",
}


def told() -> set[str]:
    """The variables of the README's table."""
    rows = re.findall(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|", (REPOSITORY / "README.md").read_text(), re.MULTILINE)
    return {name for row in rows for name in re.findall(r"[A-Z_]+", row)}


def test_passwords_get_a_slow_hash() -> None:
    """Tests put a quick one in front of it, so it is read where it is written."""
    written = runpy.run_path(str(SETTINGS))
    assert written["PASSWORD_HASHERS"][0] == "django.contrib.auth.hashers.Argon2PasswordHasher"


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
@pytest.mark.parametrize(
    "name", sorted(PRODUCTION.keys() - {"VINTNER_ENV", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRETS"})
)
def test_production_does_not_start_without(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(name)
    with pytest.raises(ImproperlyConfigured, match=name):
        runpy.run_path(str(SETTINGS))


@pytest.mark.usefixtures("_production")
@pytest.mark.parametrize("proxies", ["*", "proxy.example", "10.0.0.1/8"])
def test_proxies_are_named_by_their_addresses(proxies: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", proxies)
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES"):
        runpy.run_path(str(SETTINGS))


@pytest.mark.usefixtures("_production")
def test_production_answers_its_own_host_and_has_cookies_that_no_other_host_can_set() -> None:
    written = runpy.run_path(str(SETTINGS))
    assert written["ALLOWED_HOSTS"] == ["store.example"]
    assert written["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert written["CSRF_COOKIE_NAME"] == "__Host-csrftoken"
    frames = '"https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com"'
    assert f"payment=(self {frames})" in written["PERMISSIONS_POLICY"]
