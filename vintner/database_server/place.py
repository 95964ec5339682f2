"""Where the database server lives, and as whom it runs."""

import hashlib
import os
import pwd
import secrets
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PORT = 5432
# sun_path holds 108 bytes, the last of them a NUL; the rest of the budget is the socket's file name.
LONGEST_SOCKET = 107
"""Bytes of a Unix socket's path (unix(7))."""
LONGEST_SOCKET_FOLDER = LONGEST_SOCKET - len(f"/.s.PGSQL.{PORT}")
# The range systemd keeps for accounts that exist only while a service runs: no login has a number in it.
NAMELESS_ACCOUNTS = range(61184, 65520)


class DatabaseServerError(RuntimeError):
    """The server can't be prepared, started or stopped; the message is one sentence for the operator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemAccount:
    """The operating-system account that owns the server's files and processes."""

    uid: int
    gid: int
    # initdb looks its own account up by name; a nameless one can't run it.
    initdb_uid: int

    @property
    def is_other(self) -> bool:
        """Say whether the server runs as someone else than the caller."""
        return self.uid != os.geteuid()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerPlace:
    """Every path of one server. `base` is the caller's; `data`, `socket` and `log` are the server's, 0700."""

    base: Path
    socket: Path
    account: SystemAccount

    @property
    def data(self) -> Path:
        return self.base / "data"

    @property
    def config(self) -> Path:
        return self.base / "config"

    @property
    def log(self) -> Path:
        return self.base / "log"

    @property
    def password(self) -> Path:
        return self.base / "password"

    @property
    def control_lock(self) -> Path:
        return self.base / "control.lock"

    @property
    def users_lock(self) -> Path:
        return self.base / "users.lock"

    @property
    def pinned(self) -> Path:
        return self.base / "pinned"

    @property
    def stopped(self) -> Path:
        """Exists while the server is down because somebody stopped it."""
        return self.base / "stopped"


def find_place(repository: Path = REPOSITORY) -> ServerPlace:
    """Return where this checkout's server lives.

    PostgreSQL refuses to run as root. For root it gets an account of its own and a home below /var/lib,
    since that account may not be able to walk to the repository, and widening its parents is not ours to do.
    Its name depends on the folder and on a word in the checkout's `var`: who deletes the checkout leaves the
    database behind, and another checkout in the same folder, without its pictures, starts with a new one.
    """
    key = hashlib.sha256(os.fsencode(repository)).hexdigest()
    if os.geteuid() == 0:
        key = hashlib.sha256(os.fsencode(repository) + _read_word(repository / "var").encode()).hexdigest()
        base = Path("/var/lib") / f"vintner-{key[:12]}"
        return ServerPlace(base=base, socket=base / "socket", account=_nameless_account(key))
    if not _has_name(os.geteuid()):
        raise DatabaseServerError(
            f"Account {os.geteuid()} has no name, without which PostgreSQL makes no data folder; set DATABASE_URL."
        )
    base = repository / "var" / "postgres"
    account = SystemAccount(uid=os.geteuid(), gid=os.getegid(), initdb_uid=os.geteuid())
    return ServerPlace(base=base, socket=_socket_folder(base, key), account=account)


def make_base(place: ServerPlace) -> None:
    """Make the folder that everything of this server lies in."""
    try:
        # Another account only walks through it; what lies inside has permissions of its own.
        place.base.mkdir(mode=0o711 if place.account.is_other else 0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseServerError(f"The database's folder {place.base} can't be made ({error.strerror}).") from error


def own_folder(folder: Path, account: SystemAccount) -> None:
    """Make `folder` a 0700 directory of `account`, refusing one that somebody else put there."""
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
        if account.is_other:
            os.chown(folder, account.uid, account.gid)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != account.uid:
        raise DatabaseServerError(f"{folder} belongs to someone else; remove it or ask its owner to.")
    if stat.S_IMODE(found.st_mode) != 0o700:
        folder.chmod(0o700)


def _read_word(var: Path) -> str:
    """Return the random word of the checkout with this `var`, made at the first call.

    It is empty where a store was filled before there were such words: that one keeps its database.
    """
    path = var / "database_word"
    if not path.exists():
        var.mkdir(exist_ok=True)
        fresh = var / f"database_word.{os.getpid()}"
        fresh.write_text("" if (var / "media").exists() else secrets.token_hex(16))
        with suppress(FileExistsError):  # another process was first
            path.hardlink_to(fresh)
        fresh.unlink()
    return path.read_text()


def _nameless_account(key: str) -> SystemAccount:
    start = int(key[:8], 16)
    numbers = (NAMELESS_ACCOUNTS[(start + step) % len(NAMELESS_ACCOUNTS)] for step in range(100))
    uid = next(number for number in numbers if not _has_name(number))
    try:
        named = pwd.getpwnam("nobody").pw_uid
    except KeyError:
        raise DatabaseServerError("The account nobody is missing; set DATABASE_URL or run as a plain user.") from None
    return SystemAccount(uid=uid, gid=uid, initdb_uid=named)


def _has_name(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def _socket_folder(base: Path, key: str) -> Path:
    folder = base / "socket"
    if len(os.fsencode(folder)) <= LONGEST_SOCKET_FOLDER:
        return folder
    return Path("/tmp") / f"vintner-{os.geteuid()}-{key[:12]}"  # noqa: S108 - own_folder() checks the owner
