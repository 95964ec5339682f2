"""What monitors and proxies in front of the store are answered."""

from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings as configured
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.checkout.tests.proxies import PROXY, STRANGER, reach_by
from vintner.store_mode.rules import Visibility
from vintner.store_mode.tests.modes import set_mode
from vintner.testing.builders import make_user
from vintner.testing.held_clock import HeldClock
from vintner.web.middleware import LOG_SECONDS
from vintner.wire.tests.database_relay import OutageBrowser, relayed

HOSTS = ("10.0.3.17:8000", "[fd00::1]:8000", "localhost", "elsewhere.example", "no host")
"""What health checks send as Host, by the address or by a name that is not the store's."""
STORE = urlsplit(configured.STORE_URL).netloc
PASSWORD = "grape-stomping-by-the-river-26"
LOG_IN = "/admin/login/"


@pytest.fixture(autouse=True)
def _production(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = [urlsplit(configured.STORE_URL).hostname]
    settings.SECURE_SSL_REDIRECT = True
    settings.TRUSTED_PROXIES = ["10.1.0.0/16"]


@pytest.mark.django_db
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("path", ["/health/", "/health"])
def test_the_health_is_told_whatever_the_host(client: Client, host: str, path: str) -> None:
    set_mode(Visibility.CLOSED, timezone.now() + timedelta(hours=2))
    answer = client.get(path, headers={"Host": host})
    assert (answer.status_code, answer.content) == (200, b"The store answers.\n")
    assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("no-store", "strict-origin-when-cross-origin")
    assert answer.cookies == {}
    assert client.head(path, headers={"Host": host}).status_code == 200
    assert client.get("/shop/", headers={"Host": host}).status_code == 400


@pytest.mark.django_db
def test_the_health_is_only_asked_for_and_reads_no_parameters(client: Client) -> None:
    refused = client.post("/health/")
    assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD")
    assert client.get("/health/?" + "a&" * 1200).content == b"The store answers.\n"


@pytest.mark.django_db(transaction=True)
def test_a_store_without_its_database_is_not_healthy(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    monitor = OutageBrowser(raise_request_exception=False)
    with relayed(tmp_path) as relay:
        assert monitor.get("/health/").status_code == 200
        relay.stop()
        answer = monitor.get("/health/")
        assert (answer.status_code, answer.content) == (503, b"The database does not answer.\n")
        relay.start()
        assert monitor.get("/health/").status_code == 200
    assert "Service Unavailable" not in caplog.text


OPENED = {"Sec-Fetch-Mode": "navigate"}
"""What a browser sends to a page at https."""


@pytest.mark.parametrize(
    ("peer", "headers", "told"),
    [
        (PROXY, OPENED, "does not send X-Forwarded-Proto"),
        (PROXY, {"X-Forwarded-For": "198.51.100.7"}, "does not send X-Forwarded-Proto"),
        (STRANGER, OPENED, "does not send X-Forwarded-Proto"),
        (PROXY, {"X-Forwarded-Proto": "https"}, "does not send X-Forwarded-For"),
        (
            STRANGER,
            {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"},
            f"{STRANGER} sends X-Forwarded-Proto, but TRUSTED_PROXIES does not name it",
        ),
        (
            PROXY,
            {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https,http"},
            "X-Forwarded-Proto arrives as https,http.",
        ),
        (
            PROXY,
            {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "http", **OPENED},
            "X-Forwarded-Proto says http for a request that seems to have come over https",
        ),
    ],
)
def test_a_proxy_without_which_every_page_would_lead_to_itself_is_named_in_the_log(
    peer: str, headers: dict[str, str], told: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = reach_by(peer, headers).get("/robots.txt")
    assert (answer.status_code, answer["Cache-Control"]) == (503, "no-store")
    assert "Location" not in answer
    assert [told in each for each in caplog.messages] == [True]


def test_the_log_names_it_once_a_minute(caplog: pytest.LogCaptureFixture, held_clock: HeldClock) -> None:
    browser = reach_by(PROXY, OPENED)
    for logged in (1, 1, 2):
        assert browser.get("/robots.txt").status_code == 503
        assert len(caplog.messages) == logged
        held_clock.move(LOG_SECONDS / 2)


@pytest.mark.parametrize(
    ("peer", "headers"),
    [(STRANGER, {}), (PROXY, {}), (PROXY, {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "http"})],
    ids=["by nobody", "as monitors do", "by the proxy"],
)
def test_who_comes_by_http_is_led_to_https_and_no_cache_keeps_that(peer: str, headers: dict[str, str]) -> None:
    answer = reach_by(peer, headers).get("/robots.txt")
    assert (answer.status_code, answer["Cache-Control"]) == (301, "no-store")
    assert answer["Location"] == f"https://{STORE}/robots.txt"


@pytest.mark.django_db
def test_a_store_that_leaves_redirects_to_its_proxy_asks_for_no_scheme(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = False
    assert reach_by(PROXY, OPENED).get("/robots.txt").status_code == 200


HIDDEN = {"Origin": "null"}
"""What browsers send with a form of a page whose policy of referrers a proxy set to `no-referrer`."""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("headers", "accepted"),
    [
        ({**HIDDEN, "Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}, False),
        ({"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "same-origin"}, False),
        ({**HIDDEN, "Sec-Fetch-Site": "cross-site"}, False),
        ({**HIDDEN, "Sec-Fetch-Site": "same-site"}, False),
        (HIDDEN, False),
        ({}, False),
    ],
)
def test_a_browser_says_that_a_form_is_the_store_s_own_though_its_origin_is_hidden(
    headers: dict[str, str], accepted: bool
) -> None:
    make_user("manager@example.com", is_staff=True, password=PASSWORD)
    browser = Client(enforce_csrf_checks=True, headers={"Host": STORE})
    token = browser.get(LOG_IN, secure=True).context["csrf_token"]
    form = {"username": "manager@example.com", "password": PASSWORD, "csrfmiddlewaretoken": token}
    assert (
        browser.post(LOG_IN, {**form, "csrfmiddlewaretoken": "forged"}, secure=True, headers=headers).status_code == 403
    )
    answer = browser.post(LOG_IN, form, secure=True, headers=headers)
    assert answer.status_code == (302 if accepted else 403)


@pytest.mark.django_db
@pytest.mark.parametrize("path", [LOG_IN, "/contact/"])
def test_a_form_whose_origin_is_hidden_is_not_called_out_of_date(path: str) -> None:
    browser = Client(enforce_csrf_checks=True, headers={"Host": STORE})
    hidden = browser.post(path, secure=True, headers=HIDDEN).content.decode()
    assert "form didn’t come from a page" in hidden
    assert REASON_BAD_ORIGIN.partition("%")[0] not in hidden
    old = browser.post(path, secure=True, headers={"Origin": f"https://{STORE}"}).content.decode()
    assert "form didn’t come from a page" not in old
