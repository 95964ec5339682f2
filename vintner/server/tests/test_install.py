"""What is installed: everything for development, for production only what the store needs to run."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from vintner.server import install, stamps
from vintner.server.preflight import VAR

Steps = list[str]


def read_stamps() -> dict[str, str]:
    """Return what setup has noted in this repository: step → mark."""
    return {path.name: path.read_text() for path in (VAR / stamps.FOLDER).glob("*")}


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Steps]:
    """Install into an empty folder, and note the steps in place of doing them. The store's own stamps stay."""
    done: Steps = []
    own_stamps = read_stamps()

    def note(name: str) -> Callable[..., None]:
        return lambda *_: done.append(name)

    monkeypatch.setattr(stamps, "VAR", tmp_path / "var")
    monkeypatch.setattr(install, "VENV_PYTHON", tmp_path / "python")
    monkeypatch.setattr(install, "NODE_MODULES", tmp_path / "node_modules")
    monkeypatch.setattr(install, "take_lock", lambda *_, **__: (tmp_path / "lock").open("w"))
    monkeypatch.setattr(install, "check_disk", lambda _: None)
    monkeypatch.setattr(install, "_call", lambda name, command: done.append(f"{name}: {command[-1]}"))
    monkeypatch.setattr(install, "_venv_works", lambda: True)
    monkeypatch.setattr(install, "say", note("said"))
    monkeypatch.setattr(install, "_install_node", (tmp_path / "node_modules").mkdir)
    monkeypatch.setattr(stamps, "is_done", lambda step, *_, **__: step in done)
    yield done
    assert read_stamps() == own_stamps


def test_production_gets_its_own_lock_no_sandbox_and_keeps_no_packages_of_node(
    steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VINTNER_ENV", "production")
    install.install()
    assert "python: requirements-production.lock" in steps
    assert "python: setuptools" in steps, "what installs packages is removed"
    assert "build: build" in steps
    assert not any(step.startswith("build-sandbox") for step in steps)
    assert not install.NODE_MODULES.exists()


def test_production_that_is_built_installs_no_packages_of_node(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VINTNER_ENV", "production")
    monkeypatch.setattr(install, "_install_node", lambda: pytest.fail("not needed"))
    steps.append("build")
    install.install()


def test_development_gets_everything(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VINTNER_ENV", raising=False)
    install.install()
    assert "python: requirements.lock" in steps
    assert any(step.startswith("build-sandbox") for step in steps)
    assert install.NODE_MODULES.exists()
