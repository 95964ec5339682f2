"""A password has eight characters, withstands guessing with what is known of its owner, and is in no list."""

import hashlib
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from pytest_django import Settings

from vintner.accounts.passwords.strength import LEAST_SCORE, score
from vintner.accounts.passwords.validators import STRONGER
from vintner.customers.models import User

GOOD = "violet tractor seven moons"
NORA = User(email="nora.zwetschgenbaum@weingarten.example", first_name="Nora", last_name="Kirchbichler")


def refusal(password: str, owner: User | None = NORA) -> list[str]:
    """Return why a password is refused; empty when it is not."""
    try:
        validate_password(password, owner)
    except ValidationError as refused:
        return list(refused.messages)
    return []


@pytest.mark.parametrize(
    "password",
    [
        "xK9$v2Q",
        "password1234",
        "Summer2024",
        "aaaaaaaaaaaaaaaaaaaaaaaa",
        "kirchbichler1987",
        "Zwetschgenbaum!",
        "weingarten-nora",
        "nora.zwetschgenbaum@weingarten.example",
        "pe#5gz29ptzmse",
    ],
    ids=[
        *("seven characters", "common", "a word and a year", "one letter", "the last name", "part of the address"),
        *("address and name", "the address", "strong, but breached"),
    ],
)
def test_weak_passwords_are_refused_in_the_same_words(password: str) -> None:
    assert refusal(password) == [STRONGER]


@pytest.mark.parametrize("password", [GOOD, "xK9$v2Qrm", "928374650192", "riesling-and-rain-26"])
def test_a_password_that_is_hard_to_guess_needs_no_kinds_of_characters(password: str) -> None:
    assert refusal(password) == []


def test_what_is_personal_counts_only_for_its_owner() -> None:
    assert refusal("kirchbichler1987", User(email="ana@example.com")) == []


def test_the_name_of_the_store_is_no_secret(settings: Settings) -> None:
    settings.STORE_NAME = "Zwetschgenbaum"
    assert refusal("zwetschgenbaum12", None) == [STRONGER]


def test_a_password_of_128_characters_is_the_longest() -> None:
    longest = (GOOD * 5)[:128]
    assert refusal(longest) == []
    assert refusal(f"{longest}!") == ["The password cannot exceed 128 characters."]


def test_only_the_beginning_is_estimated_so_that_no_password_keeps_the_store_busy() -> None:
    assert score("a" * 32 + GOOD) == 0


def test_the_scores_are_those_that_were_compared_with_the_browsers() -> None:
    samples = json.loads((settings.BASE_DIR / "frontend/ui/fields/password/passwordSamples.json").read_text())
    accepted = [score(each["password"], ["Vintner"]) >= LEAST_SCORE for each in samples]
    assert accepted == [each["server"] for each in samples]


class _RangeService(BaseHTTPRequestHandler):
    asked: list[str] = []
    known = hashlib.sha1(GOOD.encode(), usedforsecurity=False).hexdigest().upper()
    status = 200
    count = 3

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(f"{'0' * 35}:1\r\n{self.known[5:]}:{self.count}\r\n".encode())

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def range_service(settings: Settings) -> Iterator[type[_RangeService]]:
    service = type("Service", (_RangeService,), {"asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), service)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    settings.PASSWORD_RANGE_URL = f"http://127.0.0.1:{server.server_port}/range/"
    yield service
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_service_may_know_more_breached_passwords_and_learns_five_characters(
    range_service: type[_RangeService],
) -> None:
    assert refusal(GOOD) == [STRONGER]
    assert range_service.asked == [f"/range/{range_service.known[:5]}"]
    range_service.count = 0  # how the service pads its answers
    assert refusal(GOOD) == []


def test_a_service_that_fails_keeps_nobody_out(range_service: type[_RangeService], settings: Settings) -> None:
    range_service.status = 503
    assert refusal(GOOD) == []
    settings.PASSWORD_RANGE_URL = "http://127.0.0.1:9"
    assert refusal(GOOD) == []
