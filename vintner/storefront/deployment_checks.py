"""Django's checks of a deployment (`manage.py check --deploy --database default`): what is left to do before the store
sells, and what is wrong with its proxy and its database.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.db import ProgrammingError, transaction
from django.utils import timezone

from vintner.storefront.setup_steps import steps
from vintner.web.database.collation import find_collation_fault
from vintner.web.edge.exposure import find_exposure
from vintner.web.edge.proxy_check import check_proxy

Apps = Sequence[AppConfig] | None
_UNMIGRATED: Final = "The database lacks tables of the store. Migrate first: manage.py migrate"


@checks.register(deploy=True)
def check_setup_steps(
    app_configs: Apps, databases: Sequence[str] | None = None, **_: object
) -> list[checks.CheckMessage]:
    """Warn of each open step (vintner.W003). It reads the database, so it needs `--database default`."""
    if not databases:
        return []
    try:
        with transaction.atomic():
            return [checks.Warning(step.text, id="vintner.W003") for step in steps()]
    except ProgrammingError:
        return [checks.Warning(_UNMIGRATED, id="vintner.W003")]


@checks.register(checks.Tags.security, deploy=True)
def check_exposure(app_configs: Apps, **_: object) -> Iterator[checks.CheckMessage]:
    """Warn of a web server that others reach without a proxy (vintner.W005)."""
    if warning := find_exposure(settings.HOST, settings.TRUSTED_PROXIES):
        yield checks.Warning(warning, id="vintner.W005")


@checks.register(checks.Tags.security, deploy=True)
def check_proxy_of_store(app_configs: Apps, **_: object) -> Iterator[checks.CheckMessage]:
    """Warn of what the proxy in front of a store at https leaves out or changes (vintner.W006), and tell where it could
    not be asked (vintner.I001): the store may not run yet, or not be reached from this machine.
    """
    if not settings.HTTPS:
        return
    done = check_proxy(timezone.now())
    for fault in done.faults:
        yield checks.Warning(fault, id="vintner.W006")
    if done.unreached:
        yield checks.Info(done.unreached, id="vintner.I001")


@checks.register(checks.Tags.database)
def check_collation(
    app_configs: Apps, databases: Iterable[str] | None = None, **_: object
) -> Iterator[checks.CheckMessage]:
    """Warn of a collation that is not the one that indexes were made with (vintner.W007). Run by `migrate`, too."""
    if databases and (fault := find_collation_fault()):
        yield checks.Warning(fault, id="vintner.W007")
