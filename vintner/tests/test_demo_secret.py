"""The secret key of a demo store."""

import secrets
from pathlib import Path

import pytest

from vintner.demo_secret import read_demo_secret


def test_the_secret_lasts_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"

    secret = read_demo_secret(path)

    assert len(secret) > 60
    assert read_demo_secret(path) == secret
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_two_programs_that_start_together_have_one_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, others, make = tmp_path / "secret_key", [], secrets.token_urlsafe

    def let_another_start(size: int) -> str:
        monkeypatch.setattr(secrets, "token_urlsafe", make)
        others.append(read_demo_secret(path))
        return make(size)

    monkeypatch.setattr(secrets, "token_urlsafe", let_another_start)

    assert [read_demo_secret(path)] == others
    assert len(others[0]) > 60
