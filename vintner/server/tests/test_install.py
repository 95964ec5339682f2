"""What is installed, and for which Python: everything for development, for production only what a store runs on."""

import sys
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
    monkeypatch.setattr(install, "_venv_works", lambda _: True)
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


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this distribution's Python would be."""
    monkeypatch.delenv("PYTHON", raising=False)
    monkeypatch.setattr(install, "SYSTEM", tmp_path)
    return tmp_path / f"python{sys.version_info[0]}.{sys.version_info[1]}"


def write_python(path: Path, *, identity: str, prefix: Path) -> None:
    """Make a program that answers the questions of the setup as a Python would."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\ncase "$2" in *base_prefix*) echo "{identity}" ;; *) echo "{prefix}" ;; esac\n')
    path.chmod(0o755)


def test_the_store_runs_on_the_python_of_the_distribution(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_python(system, identity="/usr 3.11.2", prefix=Path("/usr"))
    assert install.choose_python() == str(system)
    monkeypatch.setenv("PYTHON", "python3.11")
    assert install.choose_python() == sys.executable


@pytest.mark.parametrize("program", [None, "#!/bin/sh\nexit 1\n"], ids=["missing", "makes no environments"])
def test_without_such_a_python_the_store_runs_on_this_one(system: Path, program: str | None) -> None:
    if program is not None:
        system.write_text(program)
        system.chmod(0o755)
    assert install.choose_python() == sys.executable


@pytest.mark.parametrize(
    ("identity", "folder", "works"),
    [("/usr 3.11.2", "venv", True), ("/opt 3.11.2", "venv", False), ("/usr 3.11.2", "moved", False)],
    ids=["its own", "of another Python", "moved"],
)
def test_an_environment_belongs_to_one_python_and_one_folder(
    system: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, identity: str, folder: str, works: bool
) -> None:
    venv = tmp_path / "venv"
    write_python(system, identity="/usr 3.11.2", prefix=Path("/usr"))
    write_python(venv / "bin" / "python", identity=identity, prefix=tmp_path / folder)
    monkeypatch.setattr(install, "VENV", venv)
    monkeypatch.setattr(install, "VENV_PYTHON", venv / "bin" / "python")
    assert install._venv_works(str(system)) is works
