"""A store with wrong settings does not start: each is named with what to do, all at once, before anything is done."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.architecture.production import PRODUCTION
from tests.architecture.tree import REPOSITORY
from vintner.checked_env import WrongSettings
from vintner.rate_limit_settings import RATE_LIMITS

SETTINGS = REPOSITORY / "vintner" / "settings.py"
DATABASE = "postgres://127.0.0.1:1/store"
NO_SWITCH = "is neither yes nor no"
NO_ORIGIN = "is not a scheme and a host, without a path"
NO_CACHE = "is not the address of a Redis cache"
NO_CURRENCY = "is not a currency in use with two decimal places"
NO_HOSTS = (
    "",
    ".",
    "-",
    "store.example.",
    "store..example",
    "[::::]",
    "[1.2.3.4]",
    "store.example:0",
    "store.example:99999",
)
SWITCHES = (
    *("STAFF_SECOND_FACTOR", "SECURE_SSL_REDIRECT", "COMBINED_LAYOUT", "ADDRESS_LOOKUP_SANDBOX", "CAPTURE_LATER"),
    *("REFUSE_PREPAID_CARDS", "CART_REDIRECT_AFTER_ADD", "LISTING_WAITS_FOR_IMAGES", "REVIEW_RATING_REQUIRED"),
    *("REVIEWS_BY_BUYERS_ONLY", "STYLE_GUIDE", "SERVE_MEDIA"),
)
WRONG = (
    ("VINTNER_ENV", "prod", "has an unknown value"),
    ("VINTNER_VAR", "/dev/null/store", "names a folder that the store cannot write to"),
    ("VINTNER_VAR", "/proc", "names a folder that the store cannot write to"),
    ("SECRET_KEY", "short", "has fewer than 50 characters"),
    ("SECRET_KEY_FALLBACKS", f"{'0123456789' * 6},a", "has a key that has fewer than 50 characters"),
    ("SECRET_KEY", "ab" * 30, "repeats a few characters"),
    ("SECRET_KEY", "django-insecure-" + "0123456789" * 5, "begins with django-insecure-, so it was made for a demo"),
    ("STORE_URL", "shop.invalid", "does not begin with https://"),
    ("STORE_URL", "http://store.example", "does not begin with https://"),
    ("STORE_URL", "https://store.example/shop", NO_ORIGIN),
    ("STORE_URL", "https://münchen.example", NO_ORIGIN),
    ("STORE_URL", "https://*.store.example", NO_ORIGIN),
    *(("STORE_URL", f"https://{host}", NO_ORIGIN) for host in NO_HOSTS),
    ("ALLOWED_HOSTS", "other.example", "does not contain the host of STORE_URL"),
    ("ALLOWED_HOSTS", "https://store.example", "contains something that is not a host"),
    ("CSRF_TRUSTED_ORIGINS", "shop.invalid", "contains something that is not an origin"),
    ("CSRF_TRUSTED_ORIGINS", "https://[bad", "contains something that is not an origin"),
    ("CSRF_TRUSTED_ORIGINS", "https://store.example/shop", "contains something that is not an origin"),
    ("TRUSTED_PROXIES", "*", "contains something that is neither an address nor a network"),
    ("TRUSTED_PROXIES", "proxy.example", "contains something that is neither an address nor a network"),
    ("TRUSTED_PROXIES", "10.0.0.1/8", "contains something that is neither an address nor a network"),
    ("COUNTRY_HEADER", "CF_IPCountry", "is not the name of a header"),
    ("HOST", "localhost", "is not an IP address"),
    ("PORT", "web", "is not a whole number from 1 to 65535"),
    ("PORT", "70000", "is not a whole number from 1 to 65535"),
    ("SANDBOX_PORT", "0", "is not a whole number from 1 to 65535"),
    ("WEB_WORKERS", "two", "is not a whole number from 1 to 64"),
    ("WEB_THREADS", "0", "is not a whole number from 1 to 128"),
    ("MALLOC_ARENA_MAX", "few", "is not a whole number from 0 to 1024"),
    ("DATABASE_URL", "mysql://db/store", "is not the address of a PostgreSQL database"),
    ("DATABASE_URL", "postgres://db:port/store", "is not the address of a PostgreSQL database"),
    ("DATABASE_URL", "postgres://db", "names no database"),
    ("DATABASE_URL", '"postgres://db/store"', "is not the address of a PostgreSQL database"),
    ("DATABASE_URL", "//store:wet-cellar@db/store", "is not the address of a PostgreSQL database"),
    ("PREPARE_THRESHOLD", "-1", "is not a whole number from 0 to 1000000"),
    ("CACHE_URL", "cache:1", NO_CACHE),
    ("CACHE_URL", "memcache://cache:11211", NO_CACHE),
    ("CACHE_URL", "redis://cache:port", NO_CACHE),
    ("CACHE_URL", "redis:///1", NO_CACHE),
    ("CACHE_URL", "redis://cache/1?flavour=dry", NO_CACHE),
    ("CACHE_URL", "redis://cache/1?socket_timeout=long", NO_CACHE),
    ("CACHE_URL", "redis://cache/pages", "does not end with the number of a database"),
    ("EMAIL_URL", "post.invalid", "is not the address of a mail server"),
    ("EMAIL_URL", "smtp://", "is not the address of a mail server"),
    ("EMAIL_URL", "smtp://mail.invalid:0", "is not the address of a mail server"),
    ("EMAIL_TIMEOUT", "0", "is not a whole number from 1 to 300"),
    ("STRIPE_SECRET_KEY", "hello", "is not a secret key of Stripe"),
    ("STRIPE_SECRET_KEY", "pk_live_check", "is not a secret key of Stripe"),
    ("STRIPE_SECRET_KEY", "sk_test_sandbox_vintner", "is the sandbox's, whose payments move no money"),
    ("STRIPE_SECRET_KEY", "sk_hello_live_", "is not a secret key of Stripe"),
    ("STRIPE_PUBLISHABLE_KEY", "world", "is not a publishable key of Stripe"),
    ("STRIPE_PUBLISHABLE_KEY", "pk_test_check", "is of another mode than STRIPE_SECRET_KEY"),
    ("STRIPE_PUBLISHABLE_KEY", "pk_live_a b", "is not a publishable key of Stripe"),
    ("STRIPE_WEBHOOK_SECRETS", "check", "contains something that is not a signing secret of Stripe"),
    ("STRIPE_WEBHOOK_SECRETS", "whsec_sandbox_vintner", "contains the sandbox's secret, which everybody knows"),
    ("SANDBOX_URL", "http://127.0.0.1:8001", "is set beside a live key, which must never be sent to a sandbox"),
    ("PAYMENT_TYPES", "cards", "has an unknown value"),
    ("PAYMENT_TYPES", "card,Klarna", "has an unknown value"),
    ("ACCOUNT_COUNTRY", "USA", "contains something that is not the code of a country"),
    ("STORE_NAME", "Wines\nand more", "has a line break or another control character"),
    ("STORE_EMAIL", "the cellar", "is not an email address"),
    ("STORE_COUNTRY", "USA", "is not one of STORE_COUNTRIES"),
    ("STORE_COUNTRIES", "USA,Germany", "contains something that is not the code of a country"),
    ("STORE_STATE", "California", "is not a state of STORE_COUNTRY"),
    ("STORE_POSTCODE", "H3Z 2Y7", "is not a postal code of STORE_COUNTRY"),
    *(("STORE_CURRENCY", code, NO_CURRENCY) for code in ("JPY", "KWD", "XYZ", "XXX", "DEM")),
    ("TIME_ZONE", "PST", "is not a time zone"),
    ("AGE_CHECK", "yes", "has an unknown value"),
    ("CHECKOUT", "blocks", "has an unknown value"),
    ("LISTING_PAGING", "endless", "has an unknown value"),
    ("LISTING_PAGE_SIZE", "0", "is not a whole number from 1 to 100"),
    ("LOG_LEVEL", "loud", "has an unknown value"),
    ("RENDERER_SOCKET", "/nowhere/renderer.sock", "is in a folder that does not exist"),
    ("RENDERER_SOCKET", "/etc/passwd", "is the path of something other than a socket"),
    ("RENDERER_SOCKET", f"/tmp/{'long' * 30}", "is longer than 107 bytes"),  # noqa: S108 - never made
    ("LISTING_PAGE_SIZE", "1_0", "is not a whole number from 1 to 100"),
    ("PAGES_KEPT_SECONDS", "an hour", "is not a whole number from 0 to 2592000"),
    ("RENDER_CACHE_SECONDS", "-1", "is not a whole number from 0 to 2592000"),
    ("SECURE_HSTS_SECONDS", "1e6", "is not a whole number from 0 to 63072000"),
    ("RETURN_AFTER_HOURS", "721", "is not a whole number from 0 to 720"),
    ("ATTRIBUTION_MONTHS", "nan", "is not a number from 0 to 120"),
    ("ATTRIBUTION_MONTHS", "long", "is not a number from 0 to 120"),
    ("GA4_ID", "UA-1234-5", "is not a measurement id of Google Analytics 4"),
    ("PASSWORD_RANGE_URL", "pwned.invalid", "is not an address like https://service.example"),
    ("ADDRESS_LOOKUP_URL", "https://", "is not an address like https://service.example"),
    ("ADDRESS_LOOKUP_URL", "https://maps.invalid/;script-src *", "is not an address like https://service.example"),
    ("ADDRESS_GEOCODING_URL", "https://maps.invalid:port", "is not an address like https://service.example"),
    *((name, "perhaps", NO_SWITCH) for name in SWITCHES),
)
"""A setting, a value that is wrong, and what is said of it."""
SECRETS = ("SECRET_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRETS", "DATABASE_URL", "CACHE_URL", "EMAIL_URL")


@pytest.fixture(autouse=True)
def _production(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in {**PRODUCTION, "VINTNER_VAR": str(tmp_path), "DATABASE_URL": DATABASE}.items():
        monkeypatch.setenv(name, value)


def faults() -> list[str]:
    with pytest.raises(ImproperlyConfigured) as refused:
        runpy.run_path(str(SETTINGS))
    first, *lines = str(refused.value).split("\n")
    assert first == WrongSettings.HEADING
    return lines


@pytest.mark.parametrize(("name", "value", "fault"), WRONG)
def test_a_wrong_setting_is_refused_by_its_name(
    name: str, value: str, fault: str, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    monkeypatch.setenv(name, value)
    (line,) = faults()
    assert line.startswith(f"{name} {fault}. ")
    assert name not in SECRETS or value not in line
    assert not any(str(warning.message).find(value) >= 0 for warning in recwarn)


def test_every_limit_lets_something_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in RATE_LIMITS:
        monkeypatch.setenv(limit.variable, "0")
    told = [f"{each.variable} is not a whole number from 1 to 1000000" for each in RATE_LIMITS]
    assert [line.partition(".")[0] for line in faults()] == told


def test_a_setting_that_is_empty_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PORT", "LISTING_PAGE_SIZE", "STAFF_SECOND_FACTOR", "PAYMENT_TYPES", "ATTRIBUTION_MONTHS"):
        monkeypatch.setenv(name, " ")
    read = runpy.run_path(str(SETTINGS))
    assert (read["PORT"], read["LISTING_PAGE_SIZE"], read["STAFF_SECOND_FACTOR"]) == (8000, 24, True)
    assert (read["PAYMENT_TYPES"], read["ATTRIBUTION_MONTHS"]) == (["card"], 0.00001)


@pytest.mark.parametrize(("word", "on"), [("1", True), ("Yes", True), ("on", True), ("0", False), ("FALSE", False)])
def test_a_switch_is_on_or_off(word: str, on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVE_MEDIA", word)
    assert runpy.run_path(str(SETTINGS))["SERVE_MEDIA"] is on


def test_a_proxy_that_says_who_came_by_https_is_needed_unless_it_redirects_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("TRUSTED_PROXIES")
    assert [line.partition(",")[0] for line in faults()] == ["TRUSTED_PROXIES is missing"]
    monkeypatch.setenv("SECURE_SSL_REDIRECT", "no")
    runpy.run_path(str(SETTINGS))


def test_a_country_is_believed_of_proxies_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRUSTED_PROXIES")
    monkeypatch.setenv("SECURE_SSL_REDIRECT", "no")
    monkeypatch.setenv("COUNTRY_HEADER", "CF-IPCountry")
    assert [line.partition(".")[0] for line in faults()] == ["TRUSTED_PROXIES is missing"]


def test_every_host_may_be_answered_and_no_type_of_payment_is_listed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAYMENT_TYPES", "klarna, card,klarna")
    for hosts in ("*", ".store.example", ".example"):
        monkeypatch.setenv("ALLOWED_HOSTS", hosts)
        read = runpy.run_path(str(SETTINGS))
        assert (read["ALLOWED_HOSTS"], read["PAYMENT_TYPES"]) == ([hosts], ["klarna", "card"])


@pytest.mark.parametrize("name", ["nowhere", "picture"])
def test_a_file_that_cannot_be_read_is_named(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\xff\xd8")
    monkeypatch.setenv("STRIPE_WEBHOOK_SECRETS_FILE", str(tmp_path / name))
    assert [line.partition(".")[0] for line in faults()] == [
        "STRIPE_WEBHOOK_SECRETS_FILE names a file that cannot be read"
    ]


@pytest.mark.parametrize(
    ("name", "sender"),
    [
        ("Smith, Wines & Sons", '"Smith, Wines & Sons" <cellar@store.example>'),
        ("Château d’Or", "Château d’Or <cellar@store.example>"),
    ],
)
def test_a_name_with_any_character_sends_emails(name: str, sender: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STORE_NAME", name)
    assert runpy.run_path(str(SETTINGS))["DEFAULT_FROM_EMAIL"] == sender


def test_all_faults_of_one_matter_are_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRUSTED_PROXIES")
    for name, value in {"STORE_URL": "store.example", "STORE_COUNTRIES": "USA", "STORE_COUNTRY": "USA"}.items():
        monkeypatch.setenv(name, value)
    assert [line.split()[0] for line in faults()] == [
        "STORE_URL",
        "TRUSTED_PROXIES",
        "STORE_COUNTRIES",
        "STORE_COUNTRY",
    ]


def test_a_key_of_several_lines_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    written = "0123456789abcdefghijklmnopqrstuvwxyz\n" * 2
    (tmp_path / "key").write_text(written)
    monkeypatch.delenv("SECRET_KEY")
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "key"))
    assert runpy.run_path(str(SETTINGS))["SECRET_KEY"] == written


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://[2001:db8::1]", "[2001:db8::1]"),
        ("https://Store.example:8443/", "store.example"),
        ("https://xn--mnchen-3ya.example", "xn--mnchen-3ya.example"),
    ],
)
def test_requests_are_answered_for_the_host_of_the_store(url: str, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STORE_URL", url)
    assert runpy.run_path(str(SETTINGS))["ALLOWED_HOSTS"] == [host]
    monkeypatch.setenv("ALLOWED_HOSTS", host)
    runpy.run_path(str(SETTINGS))


@pytest.mark.parametrize(
    "url", ["redis://cache", "rediss://:secret@cache:6380/1?ssl_cert_reqs=none", "unix:///run/redis.sock?db=1"]
)
def test_the_client_of_redis_reads_the_address_of_the_cache(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CACHE_URL", url)
    assert runpy.run_path(str(SETTINGS))["CACHES"]["pages"]["LOCATION"] == [url]


def test_a_demo_elsewhere_has_no_american_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VINTNER_ENV", "demo")
    for name in ("STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRETS", "STORE_COUNTRY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("STORE_COUNTRIES", "DE")
    assert [line.split(".")[0] for line in faults()] == ["STORE_COUNTRY is missing"]
    monkeypatch.setenv("STORE_COUNTRY", "DE")
    assert runpy.run_path(str(SETTINGS))["STORE_BASE_ADDRESS"]["postcode"] == ""


def test_a_demo_is_reached_by_an_ipv6_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("STORE_URL", "STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRETS"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("VINTNER_ENV", "demo")
    monkeypatch.setenv("HOST", "::1")
    read = runpy.run_path(str(SETTINGS))
    assert (read["STORE_URL"], read["ALLOWED_HOSTS"][0]) == ("http://[::1]:8000", "[::1]")


def test_a_canadian_store_has_a_province_and_a_postal_code(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"STORE_COUNTRY": "CA", "STORE_STATE": "qc", "STORE_POSTCODE": "h3z 2y7"}.items():
        monkeypatch.setenv(name, value)
    address = runpy.run_path(str(SETTINGS))["STORE_BASE_ADDRESS"]
    assert (address["state"], address["postcode"]) == ("QC", "h3z 2y7")
    monkeypatch.setenv("STORE_STATE", "CA")
    assert [line.partition(".")[0] for line in faults()] == ["STORE_STATE is not a state of STORE_COUNTRY"]


TEN = {
    "SECRET_KEY": "abc",
    "HOST": "shop",
    "PORT": "web",
    "WEB_WORKERS": "two",
    "STORE_URL": "store.example",
    "STRIPE_SECRET_KEY": "hello",
    "PAYMENT_TYPES": "cards",
    "STORE_COUNTRIES": "USA,Germany",
    "LISTING_PAGE_SIZE": "0",
    "EMAIL_URL": "",
}


@pytest.mark.parametrize("command", [["-m", "vintner.server.run"], ["manage.py", "check"]], ids=["run", "manage"])
def test_all_that_is_wrong_is_told_before_anything_is_started(
    command: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in TEN.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("CACHE_URL", "redis://127.0.0.1:1/0")
    started = subprocess.run(
        [sys.executable, *command],
        env={**os.environ, "VINTNER_RUN_LOCK": "-1", "PYTHONPATH": str(REPOSITORY)},
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (started.returncode, started.stdout) == (1, "")
    heading, *lines = started.stderr.splitlines()
    asked = {"CACHE_URL", "DATABASE_URL"} if "vintner.server.run" in command else set()
    assert (heading, {line.split()[0] for line in lines}) == (WrongSettings.HEADING, TEN.keys() | asked)
    assert len(lines) == len(TEN) + len(asked)
    assert list(tmp_path.iterdir()) == [tmp_path / "static"]


def test_other_countries_write_their_states_and_postcodes_as_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    place = {"STORE_COUNTRIES": "DE", "STORE_COUNTRY": "DE", "STORE_STATE": "Bayern", "STORE_POSTCODE": "D-80331"}
    for name, value in place.items():
        monkeypatch.setenv(name, value)
    assert runpy.run_path(str(SETTINGS))["STORE_BASE_ADDRESS"]["postcode"] == "D-80331"
