"""What a machine must have before anything is set up. Each lack is one sentence."""

import errno
import fcntl
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from vintner.web.word_lists import join_words

REPOSITORY = Path(__file__).resolve().parents[2]
VAR = REPOSITORY / "var"
PYTHONS = ((3, 11), (3, 12), (3, 13))
NODE = (20, 19)
SETUP_BYTES = 2_000_000_000
RUNNING_BYTES = 200_000_000


class CannotRun(Exception):
    """The store can't be set up or started here; the message is one sentence for the person at the keyboard."""


class UnreadableSetting(CannotRun):
    """HOST or a port is not of its kind. The settings' check tells it with all others."""


def check_python() -> None:
    """Refuse any Python but those that the locked packages are for."""
    if sys.version_info[:2] not in PYTHONS:
        found = ".".join(map(str, sys.version_info[:3]))
        wanted = join_words([_dotted(each) for each in PYTHONS], "or")
        raise CannotRun(f"Vintner needs Python {wanted}, but this is Python {found}.")


def check_node() -> str:
    """Return Node's version, or refuse a missing or old one."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        raise CannotRun(f"Vintner needs Node {_dotted(NODE)} or newer with npm, but found none on the PATH.")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    found = re.match(r"v(\d+)\.(\d+)", version)
    if found is None or (int(found[1]), int(found[2])) < NODE:
        raise CannotRun(f"Vintner needs Node {_dotted(NODE)} or newer, but {node} is {version or 'broken'}.")
    return version


def check_disk(needed: int) -> None:
    """Refuse to start on a disk with less than `needed` bytes free."""
    free = shutil.disk_usage(REPOSITORY).free
    if free < needed:
        raise CannotRun(
            f"Only {free / 1e9:.1f} GB are free on the disk of {REPOSITORY}: Vintner needs {needed / 1e9:.1f} GB."
        )


def port_number(environment: Mapping[str, str], variable: str, usual: int) -> int:
    """Return the port that `variable` names, or refuse a word that is none."""
    word = environment.get(variable, "").strip() or str(usual)
    if not (word.isdecimal() and 0 < int(word) < 65536):
        raise UnreadableSetting(f"{variable} is {word!r}, which is no port number; choose one from 1 to 65535.")
    return int(word)


def check_port(host: str, port: int, variable: str) -> None:
    """Refuse a port that another program listens on, naming the environment variable that chooses another."""
    problem = port_problem(host, port)
    if problem == errno.EADDRINUSE:
        raise CannotRun(f"Port {port} of {host} is taken by another program; stop it, or choose with {variable}=8080.")
    if problem:
        raise CannotRun(
            f"Port {port} of {host} can't be used ({os.strerror(problem)}); choose with HOST and {variable}."
        )


def port_problem(host: str, port: int) -> int:
    """Return why `port` can't be listened on as an errno, 0 when it can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except socket.gaierror as error:
            raise UnreadableSetting(f"HOST is {host!r}, which is no address of this machine.") from error
        except OSError as error:
            return error.errno or errno.EADDRNOTAVAIL
    return 0


def take_lock(name: str, *, wait: bool, taken: str = "") -> IO[str]:
    """Hold var/<name>.lock until this process ends; raises CannotRun with `taken` when another holds it."""
    VAR.mkdir(exist_ok=True)
    lock = (VAR / f"{name}.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        with lock:
            lock.seek(0)
            raise CannotRun(taken.format(holder=lock.read().strip())) from None
    lock.truncate(0)
    lock.write(f"process {os.getpid()}")
    lock.flush()
    return lock


def _dotted(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))
