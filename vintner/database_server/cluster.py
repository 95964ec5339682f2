"""Making the cluster: its files, its one role, its first database, its settings."""

import contextlib
import os
import secrets
import shutil
import tempfile
from pathlib import Path

from vintner.database_server.binaries import Programs
from vintner.database_server.place import DatabaseServerError, ServerPlace, make_base, own_folder

ROLE = "vintner"
DATABASE = "vintner"
# Nobody gets in without the password: not even the server's own account, and never as the superuser.
ACCESS_RULES = f"local all {ROLE} scram-sha-256\n"
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "password_encryption": "scram-sha-256",
    "max_connections": "250",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_min_messages": "warning",
    "log_line_prefix": "%m [%p] %d ",
    # Queries of a shop are short: compiling them costs more than it gives.
    "jit": "off",
}


def prepare(place: ServerPlace, programs: Programs) -> None:
    """Make whatever the server needs and doesn't have yet. An interrupted call leaves nothing half made."""
    own_folder(place.log, place.account)
    own_folder(place.socket, place.account)
    if not place.data.exists():
        _make_cluster(place, programs)
    _check_version(place, programs)
    _write_settings(place)


def read_password(place: ServerPlace) -> str:
    """Return the password of the store's role, made on first use so that the address is known before the server is."""
    if not place.password.exists():
        make_base(place)
        with tempfile.NamedTemporaryFile("w", dir=place.base, prefix="password.") as draft:
            draft.write(secrets.token_urlsafe(32) + "\n")
            draft.flush()
            # A link appears whole or not at all, and the first of two writers wins.
            with contextlib.suppress(FileExistsError):
                os.link(draft.name, place.password)
    return place.password.read_text().strip()


def _make_cluster(place: ServerPlace, programs: Programs) -> None:
    fresh = place.base / "data.new"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    account = place.account
    if account.is_other:
        os.chown(fresh, account.initdb_uid, account.gid)
    options = ["--username=postgres", "--auth=reject", "--encoding=UTF8", "--no-instructions"]
    # The built-in locale sorts and folds the same on every machine, whatever locales it has.
    locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    programs.run("initdb", ["--pgdata", fresh, *options, *locale], uid=account.initdb_uid)
    _make_role(fresh, programs, read_password(place))
    if account.is_other:
        change_owner(fresh, account.uid, account.gid)
    fresh.rename(place.data)


def _make_role(data: Path, programs: Programs, password: str) -> None:
    # Not a superuser: it may make databases (tests do) and the extensions PostgreSQL calls trusted.
    statements = f"CREATE ROLE {ROLE} LOGIN CREATEDB PASSWORD '{password}'\nCREATE DATABASE {DATABASE} OWNER {ROLE}\n"
    uid = programs.place.account.initdb_uid
    programs.run("postgres", ["--single", "-D", data, "postgres"], feed=statements, uid=uid)


def change_owner(folder: Path, uid: int, gid: int) -> None:
    """Give a folder and everything in it to another account."""
    for path in (folder, *folder.rglob("*")):
        os.chown(path, uid, gid, follow_symlinks=False)


def _check_version(place: ServerPlace, programs: Programs) -> None:
    made_by = (place.data / "PG_VERSION").read_text().strip()
    installed = programs.run("postgres", ["--version"]).split()[-1].partition(".")[0]
    if made_by != installed:
        raise DatabaseServerError(
            f"The data in {place.data} is PostgreSQL {made_by}'s, installed is {installed}: "
            "docs/operations.md, “Another PostgreSQL”, says how to bring them across."
        )


def _write_settings(place: ServerPlace) -> None:
    place.config.mkdir(mode=0o755, exist_ok=True)
    place.config.chmod(0o755)
    settings = SETTINGS | {
        "data_directory": str(place.data),
        # A list of folders: the inner quotes keep commas and spaces in a path.
        "unix_socket_directories": '"{}"'.format(str(place.socket).replace('"', '""')),
    }
    lines = "".join(f"{name} = '{_quoted(value)}'\n" for name, value in settings.items())
    for name, text in (("postgresql.conf", lines), ("pg_hba.conf", ACCESS_RULES), ("pg_ident.conf", "")):
        (place.config / name).write_text(text)
        (place.config / name).chmod(0o644)


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace("'", "''")
