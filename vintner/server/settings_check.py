"""`python -m vintner.server.settings_check`: prints all that is wrong with the settings, and which of the services that
they name do not answer. The store's start runs it before it starts anything.
"""

import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import environ
import psycopg
from redis import Redis
from redis.exceptions import AuthenticationError, RedisError

from vintner import service_settings
from vintner.checked_env import CheckedEnv, WrongSettings

DATABASE_SECONDS: Final = 3
CACHE_SECONDS: Final = 3.0
"""How long each address of the service has to answer."""
LOOK_UP_SECONDS: Final = 6
"""How long all of them have, with the names of their hosts and all their addresses."""
OLDEST_POSTGRESQL: Final = 150_000
_SILENT_CACHE: Final = "names a cache that does not answer"


@dataclass(frozen=True, slots=True)
class Service:
    """A service that a setting names. `find_fault` asks it; what is wrong goes after the setting's name."""

    setting: str
    read: Callable[[CheckedEnv], str]
    find_fault: Callable[[str], str]
    late: str
    """What is wrong with one that has not answered in time; empty when nothing is."""
    remedy: str


def find_database_fault(url: str) -> str:
    """Ask for a PostgreSQL of a version that the store knows, with this user and this database."""
    read: Mapping[str, Any] = environ.Env.db_url_config(url)  # type: ignore[no-untyped-call]
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    told = {name: read[key] for name, key in names.items() if read.get(key)}
    told |= {**read.get("OPTIONS", {}), "connect_timeout": DATABASE_SECONDS}
    try:
        with psycopg.connect(**told) as connection:
            version = connection.info.server_version
    except psycopg.Error as error:
        line = next(iter(str(error).splitlines()), "")
        # What the server says stands behind the address, which is left out.
        reason = line.rpartition("failed: ")[2].removeprefix("FATAL:").strip()
        return f"names a database that cannot be opened ({reason})"
    return "" if version >= OLDEST_POSTGRESQL else "names a PostgreSQL that is older than version 15"


def find_cache_fault(url: str) -> str:
    """Ask for a Redis that answers."""
    try:
        with Redis.from_url(
            url, socket_connect_timeout=CACHE_SECONDS, socket_timeout=CACHE_SECONDS, retry=None
        ) as cache:
            cache.ping()
    except AuthenticationError:
        return "names a cache that refuses the user or the password"
    except RedisError:
        return _SILENT_CACHE
    return ""


def find_mail_fault(url: str) -> str:
    """Ask for a host that there is. A mail server that is down for a while keeps no shop closed."""
    host = environ.Env.email_url_config(url).get("EMAIL_HOST")  # type: ignore[no-untyped-call]
    try:
        if host:
            socket.getaddrinfo(host, None)
    except socket.gaierror as error:
        if error.errno in (socket.EAI_NONAME, socket.EAI_NODATA):
            return "names a mail server whose host is unknown"
    return ""


SERVICES: Final = (
    Service(
        "DATABASE_URL",
        service_settings.read_database_url,
        find_database_fault,
        "names a database that does not answer",
        "Start it, create the database, or correct the address",
    ),
    Service(
        "CACHE_URL",
        service_settings.read_cache_url,
        find_cache_fault,
        _SILENT_CACHE,
        "Start it, correct the address, or leave it out",
    ),
    Service(
        "EMAIL_URL",
        lambda env: service_settings.read_email_url(env, production=False),
        find_mail_fault,
        "",
        "Correct the address",
    ),
)


def find_faults() -> list[str]:
    """Return what is wrong, a sentence or two for each setting: of the settings first, then of their services."""
    try:
        import vintner.settings  # noqa: F401, PLC0415 - reads them
    except WrongSettings as error:
        faults = [*error.faults.values()]
    except OSError as error:
        faults = [f"A file or folder that the settings name cannot be used ({error})."]
    else:
        faults = []
    return [*faults, *_ask_services()]


def _ask_services() -> list[str]:
    """Ask the services at the same time, but for those whose address is wrong."""
    env = CheckedEnv()
    found = {each.setting: each.late for each in SERVICES}

    def ask(service: Service, url: str) -> None:
        try:
            found[service.setting] = service.find_fault(url)
        except ValueError as error:  # such as a label of a host's name that is too long
            found[service.setting] = f"cannot be used ({type(error).__name__})"

    named = [(each, url) for each in SERVICES if (url := each.read(env))]
    threads = [threading.Thread(target=ask, args=each, daemon=True) for each in named]
    for thread in threads:
        thread.start()
    ends = time.monotonic() + LOOK_UP_SECONDS
    for thread in threads:
        thread.join(max(0, ends - time.monotonic()))
    return [f"{each.setting} {fault}. {each.remedy}." for each, _ in named if (fault := found[each.setting])]


def main() -> int:
    """Print the faults; return the exit status."""
    faults = find_faults()
    if faults:
        print("\n".join([WrongSettings.HEADING, *faults]), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
