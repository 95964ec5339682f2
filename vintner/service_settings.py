"""The settings of the services that the store asks: database, cache and mail server. Read by the settings."""

from typing import Any, Final

import environ

from vintner import database_server, setting_faults
from vintner.checked_env import CheckedEnv

_SESSION: Final = (
    "-c statement_timeout=15s -c lock_timeout=5s -c idle_in_transaction_session_timeout=30s"
    # Rows are found one by one on disks without moving parts, and no query is long enough to be worth compiling.
    " -c random_page_cost=1.1 -c jit=off"
)
_MAIL_SERVER: Final = (
    "the address of your mail server, like smtp+tls://user:password@mail.example:587,"
    " with special characters of user and password percent-encoded"
)
_UNSENT: Final = {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
"""The outbox keeps every e-mail to be read in the demo."""


def read_database_url(env: CheckedEnv) -> str:
    """Return the address of the database that the operator named, '' for the store's own."""
    example = "an address like postgres://user:password@host/name"
    return env.checked("DATABASE_URL", setting_faults.database_url_fault, example, "")


def read_database(env: CheckedEnv) -> dict[str, Any]:
    """Return the entry of DATABASES."""
    database: dict[str, Any] = environ.Env.db_url_config(read_database_url(env) or database_server.url())  # type: ignore[no-untyped-call]
    database |= {"ENGINE": "vintner.web.database", "CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
    database["OPTIONS"] = {
        **database.get("OPTIONS", {}),
        "server_side_binding": True,
        # Plans of queries seen this often are kept: planning took as long as running. 0 behind PgBouncer before 1.21.
        "prepare_threshold": env.whole("PREPARE_THRESHOLD", 5, 0, 1_000_000) or None,
        "options": _SESSION,
    }
    return database


def read_cache_url(env: CheckedEnv) -> str:
    """Return the address of the cache that all processes share, '' for the memory of each."""
    return env.checked("CACHE_URL", setting_faults.cache_url_fault, "an address like redis://host:6379/1", "")


def read_caches(env: CheckedEnv) -> dict[str, dict[str, object]]:
    """Return CACHES. Pages for everybody, what is rendered for one visitor, and all else lie apart: none must push out
    another.
    """
    url = read_cache_url(env)
    if url:
        # A list, since Django cuts a text at commas. Options stay in the address, which the client of Redis reads.
        read = {"BACKEND": "vintner.web.outside.redis_cache.OptionalRedisCache", "LOCATION": [url]}
        return {name: {**read, "KEY_PREFIX": name} for name in ("default", "pages", "rendered")}
    return {
        "default": environ.Env.cache_url_config("locmemcache://?max_entries=2000"),  # type: ignore[no-untyped-call]
        "pages": _memory_cache("pages", 12_000_000),
        "rendered": _memory_cache("rendered", 4_000_000),
    }


def _memory_cache(name: str, most_bytes: int) -> dict[str, object]:
    """Return a cache of what is large in the memory of each process."""
    backend = "vintner.web.rendering.memory_cache.MemoryCache"
    return {"BACKEND": backend, "LOCATION": name, "OPTIONS": {"MAX_BYTES": most_bytes}}


def read_email_url(env: CheckedEnv, *, production: bool) -> str:
    """Return the address of the mail server, '' for none."""
    return env.checked("EMAIL_URL", setting_faults.email_url_fault, _MAIL_SERVER, None if production else "")


def read_mail(env: CheckedEnv, *, production: bool) -> dict[str, object]:
    """Return Django's settings of mail by their names."""
    url = read_email_url(env, production=production)
    if not url:
        return {**_UNSENT}
    read: dict[str, object] = environ.Env.email_url_config(url)  # type: ignore[no-untyped-call]
    if read["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend":
        read["EMAIL_BACKEND"] = "vintner.orders.emails.smtp.EmailBackend"
    return read
