"""`make setup`: Python packages, Node packages, built pages. Each only when what it is made from changed."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from vintner.server import stamps
from vintner.server.preflight import (
    REPOSITORY,
    RUNNING_BYTES,
    SETUP_BYTES,
    VAR,
    CannotRun,
    check_disk,
    check_node,
    check_python,
    take_lock,
)

VENV = REPOSITORY / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
NODE_MODULES = REPOSITORY / "node_modules"
LOCK = "requirements.lock"
PRODUCTION_LOCK = "requirements-production.lock"
"""What a store needs to run: those of the other that do not belong to its development."""
SYSTEM = Path("/usr/bin")
"""Where a distribution has its Python."""
LAST_LINES = 15


def install() -> None:
    """Bring everything the store is made of up to date. Raises CannotRun.

    Production, which VINTNER_ENV says, gets what the store needs to run: neither the packages of its development nor,
    once the pages are built, those of Node.
    """
    production = os.environ.get("VINTNER_ENV") == "production"
    check_python()
    node = check_node()
    with take_lock("setup", wait=True):
        lock = PRODUCTION_LOCK if production else LOCK
        python_mark = stamps.fingerprint(
            [REPOSITORY / lock, REPOSITORY / "bin" / "uv.lock"], _identify(choose_python()), str(REPOSITORY)
        )
        node_mark = stamps.fingerprint([REPOSITORY / name for name in ("package-lock.json", ".npmrc")], node)
        builds = [build for build in BUILDS if not (production and build.is_of_sandbox)]
        steps: list[Callable[[], None]] = []
        if not stamps.is_done("python", python_mark, VENV_PYTHON):
            install_python = _install_lean_python if production else _install_python
            steps.append(lambda: _step("Python packages", "python", python_mark, install_python))
        needs_node = not production or not all(_is_built(build, node_mark) for build in builds)
        if needs_node and not stamps.is_done("node", node_mark, NODE_MODULES):
            steps.append(lambda: _step("Node packages", "node", node_mark, _install_node))
        check_disk(SETUP_BYTES if steps else RUNNING_BYTES)
        with ThreadPoolExecutor() as pool:
            for done in [pool.submit(step) for step in steps]:
                done.result()
        for build in builds:
            _build(build, node_mark)
        if production:
            _remove_node_packages()


def choose_python() -> str:
    """Return the Python that the store runs on: what PYTHON names, or the distribution's if it has the version of this
    one and can make virtual environments, or else this one.

    A distribution compiles its Python with optimizations that other builds mostly lack: it takes a quarter less of a
    processor (CONTRIBUTING.md).
    """
    system = str(SYSTEM / f"python{sys.version_info[0]}.{sys.version_info[1]}")
    return sys.executable if os.environ.get("PYTHON") or not _identify(system) else system


def _identify(python: str | Path) -> str:
    """Return where a Python is installed, and its version; "" for one that is missing or makes no environments."""
    if not Path(python).exists():
        return ""
    return _ask(python, "import ensurepip, sys; print(sys.base_prefix, sys.version)")


def _ask(python: str | Path, question: str) -> str:
    return subprocess.run([python, "-c", question], capture_output=True, text=True, check=False).stdout.strip()


def say(text: str) -> None:
    """Print one line of progress at once."""
    print(f"  {text}", flush=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """Something Vite makes: from which files, by which command, into which folder."""

    label: str
    stamp: str
    sources: Sequence[str]
    command: Sequence[str]
    output: str
    is_of_sandbox: bool = False


BUILDS = (
    Build(
        label="pages for the browser",
        stamp="build",
        sources=("frontend", "package.json", "tsconfig.json", "vite.config.ts"),
        command=("npm", "run", "--silent", "build"),
        output="frontend/dist/server/server.js",
    ),
    Build(
        label="sandbox provider's script",
        stamp="build-sandbox",
        sources=("sandbox_pay/browser",),
        command=(
            "npx",
            "--no-install",
            "vite",
            "build",
            "--logLevel",
            "warn",
            "-c",
            "sandbox_pay/browser/vite.config.ts",
        ),
        output="sandbox_pay/static",
        is_of_sandbox=True,
    ),
)


def _build(build: Build, node_mark: str) -> None:
    if not _is_built(build, node_mark):
        _step(build.label, build.stamp, _mark_of(build, node_mark), lambda: _call(build.stamp, build.command))


def _is_built(build: Build, node_mark: str) -> bool:
    return stamps.is_done(build.stamp, _mark_of(build, node_mark), REPOSITORY / build.output)


def _mark_of(build: Build, node_mark: str) -> str:
    return stamps.fingerprint([REPOSITORY / name for name in build.sources], node_mark)


def _step(label: str, stamp: str, mark: str, work: Callable[[], None]) -> None:
    say(f"{label} …")
    begun = time.monotonic()
    stamps.clear(stamp)
    work()
    stamps.set_done(stamp, mark)
    say(f"{label}: {time.monotonic() - begun:.0f} s")


def _install_lean_python() -> None:
    """Install what a store needs to run. Of what installs packages only pip stays."""
    _install_python(PRODUCTION_LOCK)
    uninstall = [str(VENV_PYTHON), "-m", "pip", "uninstall", "--disable-pip-version-check", "--yes", "--quiet"]
    _call("python", [*uninstall, "uv", "setuptools"])


def _install_python(lock: str = LOCK) -> None:
    chosen = choose_python()
    if not _venv_works(chosen):
        shutil.rmtree(VENV, ignore_errors=True)
        _call("python", [chosen, "-m", "venv", VENV])
    python = str(VENV_PYTHON)
    pip = [python, "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    _call("python", [*pip, "--require-hashes", "-r", "bin/uv.lock"])
    uv = [python, "-m", "uv", "--quiet", "--no-config", "--system-certs", "pip", "sync", "--python", python]
    # Only wheels: nothing is built on the machine, and no package's own code runs while it's installed.
    # Bytecode is made here, or every program of the store makes it again where Python may not write it down.
    _call("python", [*uv, "--require-hashes", "--only-binary=:all:", "--compile-bytecode", lock])


def _venv_works(python: str) -> bool:
    """A virtual environment of another Python, or moved with its folder, doesn't."""
    return _identify(VENV_PYTHON) == _identify(python) and _ask(VENV_PYTHON, "import sys; print(sys.prefix)") == str(
        VENV
    )


def _remove_node_packages() -> None:
    """Remove what pages were built with: what the renderer and the browsers run has all of it inside."""
    if NODE_MODULES.exists():
        stamps.clear("node")
        shutil.rmtree(NODE_MODULES)


def _install_node() -> None:
    # Not `npm ci`: it refuses a lock file without the programs of other machines (docs/decisions/0022).
    shutil.rmtree(NODE_MODULES, ignore_errors=True)
    _call("node", ["npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"])


def _call(log_name: str, command: Sequence[str | Path]) -> None:
    """Run a command of the setup; when it fails, say so with the end of what it printed."""
    folder = VAR / "log"
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"setup-{log_name}.log"
    with log.open("w") as output:
        done = subprocess.run(
            command, cwd=REPOSITORY, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, check=False
        )
    if done.returncode != 0:
        end = "\n".join(log.read_text(errors="replace").splitlines()[-LAST_LINES:])
        words = " ".join(Path(word).name if str(word).startswith("/") else str(word) for word in command[:4])
        raise CannotRun(f"{end}\nSetting up failed at `{words} …`; everything it said is in {log}.")
