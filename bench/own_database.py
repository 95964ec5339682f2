"""A database of a program's own, and the settings that lead to it."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bench.invariants import cluster


@contextmanager
def own_database(
    folder: Path, settings: Mapping[str, str] | None = None, *, extension: str = ""
) -> Iterator[cluster.Cluster]:
    """Run a PostgreSQL server in a folder, with an extension of PostgreSQL's own if one is named, and set Django up.

    `settings` are environment variables besides. Nothing that reads Django's settings may be imported before.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with cluster.running(folder, extension) as server:
        os.environ.update(
            {
                "DJANGO_SETTINGS_MODULE": "vintner.settings",
                "DATABASE_URL": server.url,
                "VINTNER_VAR": str(folder),
                "AGE_CHECK": "off",
                "LOG_LEVEL": "CRITICAL",
                **(settings or {}),
            }
        )
        import django  # noqa: PLC0415 - reads the settings

        django.setup()
        yield server
