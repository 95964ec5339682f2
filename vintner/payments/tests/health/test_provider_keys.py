"""A store does not start with keys of the card provider that must not be mixed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vintner.provider_keys import mode_of, publishable_key_fault, webhook_secret_fault

SANDBOX = ("sk_test_sandbox_vintner", "pk_test_sandbox_vintner")
TEST = ("sk_test_1", "pk_test_1")
LIVE = ("sk_live_1", "pk_live_1")
MODES = (SANDBOX, TEST, LIVE)


@pytest.mark.parametrize("secret", [secret for secret, _ in MODES])
@pytest.mark.parametrize("publishable", [publishable for _, publishable in MODES])
def test_two_keys_are_of_one_mode(secret: str, publishable: str) -> None:
    assert bool(publishable_key_fault(publishable, secret=secret)) is ((secret, publishable) not in MODES)


def test_the_sandbox_s_signature_counts_in_the_sandbox_alone() -> None:
    assert webhook_secret_fault("whsec_sandbox_vintner", sandbox=False)
    assert not webhook_secret_fault("whsec_sandbox_vintner", sandbox=True)
    assert not webhook_secret_fault("whsec_mine", sandbox=False)


def test_a_live_key_is_live_whatever_else_it_spells() -> None:
    assert mode_of("sk_live_51sandbox") == "live"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "['whsec_sandbox_vintner'] True"),
        (dict(zip(("STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"), LIVE, strict=True)), "[] False"),
        ({"STRIPE_SECRET_KEY": "sk_live_1"}, "STRIPE_PUBLISHABLE_KEY is missing."),
    ],
    ids=["no keys", "live keys", "half of them"],
)
def test_only_the_sandbox_s_store_trusts_the_sandbox_s_signature(
    changes: dict[str, str], words: str, tmp_path: Path
) -> None:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("STRIPE_", "SANDBOX_"))}
    started = subprocess.run(
        [sys.executable, "-c", "from vintner import settings as s; print(s.STRIPE_WEBHOOK_SECRETS, s.SANDBOX)"],
        env={**own, "VINTNER_VAR": str(tmp_path), "DATABASE_URL": "postgres://nobody@localhost/none", **changes},
        capture_output=True,
        text=True,
        check=False,
    )
    assert words in started.stdout + started.stderr
