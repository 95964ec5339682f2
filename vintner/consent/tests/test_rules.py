"""What holds before an answer, by the place and the browser."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from vintner.consent import store_words, words
from vintner.consent.cookie import read_answer
from vintner.consent.cookies import list_domains
from vintner.consent.rules import ConsentState, CookieConsent, default_consent, find_region

ASKED, GRANTED, GUESSED = ConsentState.ASKED, ConsentState.GRANTED, ConsentState.GUESSED
HASHES = {1: "caf3daed4a8659c2", 2: "782ecfb5429992d4", 1000: "a85a5030c65c483b"}
"""The words of each version. Changed words need a new version: visitors agreed to the old ones."""


@pytest.mark.parametrize(
    ("code", "languages", "store", "region", "state"),
    [
        # The proxy knows the country.
        ("DE", "en-US", "US", "DE", ASKED),
        ("NO", "", "US", "NO", ASKED),
        ("IS", "", "US", "IS", ASKED),
        ("GB", "en-GB", "US", "GB", ASKED),
        ("CH", "de-CH", "US", "CH", ASKED),
        ("BR", "pt-BR", "US", "BR", ASKED),
        ("us", "de-DE", "DE", "US", GRANTED),
        ("US-CA", "", "US", "US-CA", GRANTED),
        ("CA", "en-CA", "US", "CA", GRANTED),
        ("CA-ON", "fr-CA", "US", "CA-ON", GRANTED),
        ("CA-QC", "en-CA", "US", "CA-QC", ASKED),
        ("CA", "fr", "US", "CA-QC", ASKED),
        # It does not, or not in a way that can be read.
        ("XX", "en-US", "US", "US", GUESSED),
        ("T1", "de-DE", "US", "DE", ASKED),
        ("<script>", "en-US", "US", "US", GUESSED),
        ("", "en-US,de-DE;q=0.5", "US", "US", GUESSED),
        ("", "en-GB,en;q=0.9", "US", "GB", ASKED),
        ("", "de", "US", "DE", ASKED),
        ("", "en", "GB", "US", GUESSED),
        ("", "fr-CA", "US", "CA-QC", ASKED),
        ("", "en-CA", "US", "CA", GUESSED),
        ("", "zh-Hant-TW", "US", "TW", ASKED),
        ("", "es-419", "US", "ES", ASKED),
        # Of whom nothing is known is where the store is.
        ("", "", "US", "US", GUESSED),
        ("", "", "DE", "DE", ASKED),
        ("", "*", "US", "US", GUESSED),
        ("", "\x00;;q=x" * 40, "US", "US", GUESSED),
    ],
)
def test_places_differ(code: str, languages: str, store: str, region: str, state: ConsentState) -> None:
    found = find_region(code, languages, store)
    assert str(found) == region
    consent = default_consent(found, objects=False)
    assert consent.state is state
    assert consent.statistics is consent.preferences is (state is not ASKED)


@pytest.mark.parametrize("code", ["US", "CA", "DE", "CA-QC"])
def test_global_privacy_control_is_a_no_everywhere(code: str) -> None:
    assert default_consent(find_region(code, "", "US"), objects=True) == CookieConsent(ConsentState.OBJECTED)


@pytest.mark.parametrize(
    "text", ["", "1", "1.y", "0.y.sp.1.ab", "1.y.ps.1.ab", "1.y.s.x.ab", "1.a", "1.y.s.1.ab;", "\x00"]
)
def test_a_damaged_cookie_is_no_answer(text: str) -> None:
    assert read_answer(text) is None


def test_changed_words_have_a_new_version() -> None:
    text = re.sub(r"\s+", " ", Path(words.__file__).read_text().partition("TITLE")[2])
    assert sha256(text.encode()).hexdigest()[:16] == HASHES[words.VERSION], "Raise VERSION, and add the hash here."


def test_changed_words_about_google_have_a_new_version() -> None:
    text = store_words.STATISTICS_WITH_GOOGLE.text
    assert sha256(text.encode()).hexdigest()[:16] == HASHES[store_words.WITH_GOOGLE], "Raise WITH_GOOGLE by 1000."


@pytest.mark.parametrize(
    ("host", "domains"),
    [
        ("localhost:8000", [""]),
        ("127.0.0.1:8000", [""]),
        ("[::1]:8000", [""]),
        ("shop.example", ["", ".shop.example"]),
        ("www.shop.example:443", ["", ".www.shop.example", ".shop.example"]),
    ],
)
def test_cookies_are_deleted_for_each_domain(host: str, domains: list[str]) -> None:
    assert list(list_domains(host)) == domains
