"""A store does not start with keys of the card provider that must not be mixed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vintner.provider_keys import mode_of, wrong_with

SANDBOX = ("sk_test_sandbox_vintner", "pk_test_sandbox_vintner")
TEST = ("sk_test_1", "pk_test_1")
LIVE = ("sk_live_1", "pk_live_1")
MODES = (SANDBOX, TEST, LIVE)
BASE = "http://127.0.0.1:8001"


@pytest.mark.parametrize("secret", [secret for secret, _ in MODES])
@pytest.mark.parametrize("publishable", [publishable for _, publishable in MODES])
def test_two_keys_are_of_one_mode(secret: str, publishable: str) -> None:
    assert bool(wrong_with(secret, publishable, [], "")) is ((secret, publishable) not in MODES)


@pytest.mark.parametrize(
    ("keys", "webhook_secret", "base", "words"),
    [
        (LIVE, "whsec_mine", BASE, "Leave SANDBOX_URL out"),
        (LIVE, "whsec_sandbox_vintner", "", "Set STRIPE_WEBHOOK_SECRETS to your own"),
        (TEST, "whsec_sandbox_vintner", "", "Set STRIPE_WEBHOOK_SECRETS to your own"),
        (LIVE, "whsec_mine", "", ""),
        (SANDBOX, "whsec_sandbox_vintner", BASE, ""),
    ],
)
def test_nothing_of_the_sandbox_goes_with_other_keys(
    keys: tuple[str, str], webhook_secret: str, base: str, words: str
) -> None:
    assert wrong_with(*keys, ["whsec_other", webhook_secret], base).startswith(words)
    assert bool(wrong_with(*keys, ["whsec_other", webhook_secret], base)) is bool(words)


def test_a_live_key_is_live_whatever_else_it_spells() -> None:
    assert mode_of("sk_live_51sandbox") == "live"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "['whsec_sandbox_vintner'] True"),
        (dict(zip(("STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"), LIVE, strict=True)), "[] False"),
        ({"STRIPE_SECRET_KEY": "sk_live_1"}, "two keys of the same mode"),
    ],
    ids=["no keys", "live keys", "half of them"],
)
def test_only_the_sandbox_s_store_trusts_the_sandbox_s_signature(
    changes: dict[str, str], said: str, tmp_path: Path
) -> None:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("STRIPE_", "SANDBOX_"))}
    started = subprocess.run(
        [sys.executable, "-c", "from vintner import settings as s; print(s.STRIPE_WEBHOOK_SECRETS, s.SANDBOX)"],
        env={**own, "VINTNER_VAR": str(tmp_path), "DATABASE_URL": "postgres://nobody@localhost/none", **changes},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said in started.stdout + started.stderr
