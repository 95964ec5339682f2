"""26. A package that is not the one of the lock files is not installed, and none runs anything while it is."""

import hashlib
import io
import json
import os
import subprocess
import tarfile
import threading
import zipfile
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.architecture.tree import REPOSITORY
from tests.attack.attack import Tries, attack, replaced
from vintner.server import install

NAME = "harmless-vintner"
WHEEL = "harmless_vintner-1.0-py3-none-any.whl"


def _write_wheel(path: Path, code: str) -> str:
    """Write a package; return the hash of its file."""
    info = "harmless_vintner-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("harmless_vintner.py", code)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _commands() -> list[list[str]]:
    """Return the commands by which the store installs Python packages: pip's, then uv's."""
    called: list[list[str]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(install, "_venv_works", lambda _: True)
        patch.setattr(install, "_call", lambda _name, command: called.append([str(each) for each in command]))
        install._install_python()
    return called


_trusted = install._install_python


def _install_trusting() -> None:
    """Install as the store does, without looking at hashes."""
    call = install._call

    def trust(label: str, command: Sequence[str | Path]) -> None:
        unsafe = {"--require-hashes": "--no-verify-hashes"} if "uv" in command else {"--require-hashes": "--no-deps"}
        call(label, [unsafe.get(str(each), each) for each in command])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(install, "_call", trust)
        _trusted()


def _lines(digest: str) -> dict[str, str]:
    return {
        "another file under the same hash": f"{NAME}==1.0 --hash=sha256:{digest}\n",
        "a line without its hash": f"{NAME}==1.0\n",
    }


@attack(without=replaced("vintner.server.install._install_python", _install_trusting))
def test_python_packages(tmp_path: Path) -> Tries:
    """The store's own commands, given a folder with a package that was changed after its hash was written down."""
    served = tmp_path / "served"
    served.mkdir()
    digest = _write_wheel(served / WHEEL, "GOOD = True\n")
    assert _installs(_commands()[1], f"{NAME}==1.0 --hash=sha256:{digest}\n", served, tmp_path / "good")
    _write_wheel(served / WHEEL, "import os  # and what an attacker wants\n")
    for says, line in _lines(digest).items():
        for number, command in enumerate(_commands()):
            folder = tmp_path / f"{says} {number}".replace(" ", "_")
            yield f"{says}, command {number}", _installs(command, line, served, folder)


def _installs(command: list[str], line: str, served: Path, folder: Path) -> bool:
    """Run a command of the store with a lock file of one line, into a folder; return whether the package is there."""
    target = folder / "target"
    (folder / "bin").mkdir(parents=True)
    for lock in ("requirements.lock", "bin/uv.lock"):
        (folder / lock).write_text(line)
    local = ["--no-index", "--find-links", str(served), "--target", str(target)]
    environment = {**os.environ, "UV_CACHE_DIR": str(folder / "cache"), "PIP_NO_CACHE_DIR": "1"}
    subprocess.run([*command, *local], cwd=folder, env=environment, capture_output=True, check=False, timeout=60)
    return (target / "harmless_vintner.py").exists()


def _pack(code: str, scripts: dict[str, str]) -> bytes:
    """Return a package of Node's as its registry serves it."""
    packed = io.BytesIO()
    described = json.dumps({"name": NAME, "version": "1.0.0", "scripts": scripts})
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, text in (("package.json", described), ("index.js", code)):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
    return packed.getvalue()


def _digest(packed: bytes) -> str:
    return f"sha512-{b64encode(hashlib.sha512(packed).digest()).decode()}"


@contextmanager
def _registry(packed: bytes) -> Iterator[str]:
    """Serve a package, and say of it what is true of it, as whoever had the registry would."""

    class Registry(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            address = f"http://{self.headers['Host']}/package.tgz"
            dist = {"tarball": address, "integrity": _digest(packed)}
            versions = {"1.0.0": {"name": NAME, "version": "1.0.0", "dist": dist, "hasInstallScript": True}}
            described = json.dumps({"name": NAME, "dist-tags": {"latest": "1.0.0"}, "versions": versions})
            self.send_response(200)
            self.end_headers()
            self.wfile.write(packed if self.path.endswith(".tgz") else described.encode())

        def log_message(self, *_args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()


def _node_command(folder: Path) -> list[str]:
    """Return the command by which the store installs Node's packages."""
    called: list[list[str]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(install, "NODE_MODULES", folder / "node_modules")  # which it deletes
        patch.setattr(install, "_call", lambda _name, command: called.append([str(each) for each in command]))
        install._install_node()
    return called[0]


def _locked(packed: bytes) -> dict[str, object]:
    return {"version": "1.0.0", "integrity": _digest(packed), "hasInstallScript": True}


def _locked_without_hash(packed: bytes) -> dict[str, object]:
    return {"version": "1.0.0", "hasInstallScript": True}


def _npm_settings() -> str:
    return (REPOSITORY / ".npmrc").read_text()


def _npm_settings_with_scripts() -> str:
    return (REPOSITORY / ".npmrc").read_text().replace("ignore-scripts=true", "")


def _install_node_package(folder: Path, locked: bytes, served: bytes) -> Path:
    """Install what is served by a lock file that was made of another; return the folder in which the package may be."""
    folder.mkdir()
    wanted = {"name": "store", "version": "1.0.0", "dependencies": {NAME: "1.0.0"}}
    lock = {"lockfileVersion": 3, "packages": {"": wanted, f"node_modules/{NAME}": _locked(locked)}}
    (folder / "package.json").write_text(json.dumps(wanted))
    (folder / "package-lock.json").write_text(json.dumps(lock | {"name": "store", "version": "1.0.0"}))
    (folder / ".npmrc").write_text(_npm_settings())
    with _registry(served) as address:
        own = [f"--registry={address}", f"--cache={folder / 'cache'}", "--fetch-retries=0"]
        command = [*_node_command(folder), *own]
        subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=60)
    return folder / "node_modules" / NAME


@attack(without=replaced(f"{__name__}._locked", _locked_without_hash))
def test_node_packages(tmp_path: Path) -> Tries:
    """The store's own command, and a registry that serves another package than the one of the lock file."""
    good = _pack("module.exports = 1", {})
    assert (_install_node_package(tmp_path / "good", good, good) / "index.js").exists()
    for says, code in (("another code", "module.exports = 2"), ("one letter more", "module.exports = 1;")):
        yield says, (_install_node_package(tmp_path / says, good, _pack(code, {})) / "index.js").exists()


@attack(without=replaced(f"{__name__}._npm_settings", _npm_settings_with_scripts))
def test_scripts_of_node_packages(tmp_path: Path) -> Tries:
    """What runs while a package is installed, which is the one of the lock file."""
    for when in ("preinstall", "install", "postinstall"):
        package = _pack("module.exports = 1", {when: "echo ran > ran.txt"})
        folder = _install_node_package(tmp_path / when, package, package)
        assert (folder / "index.js").exists()
        yield when, (folder / "ran.txt").exists()
