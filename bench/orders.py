"""The admin's lists with 1,000,000 orders.

`python -m bench.orders` fills a database and writes docs/figures/orders.md.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

import django

from bench.stack import fresh_database
from vintner import database_server
from vintner.server.preflight import REPOSITORY

ORDERS: Final = 1_000_000
RUNS: Final = 15
BAR: Final = 150
"""Milliseconds."""
MOST_BYTES: Final = 100_000
"""Of HTML, as it is before compression."""
ASKED: Final = (
    "/admin/orders/order/",
    "/admin/orders/order/?p=40",
    "/admin/orders/order/?status__in=processing",
    "/admin/orders/order/?refund=partly",
    "/admin/orders/order/?placed_at_from=2026-01-01&placed_at_to=2026-01-31",
    "/admin/orders/order/?q=buyer4711@example.com",
    "/admin/orders/order/?q=%28415%29+547-0047",
    "/admin/orders/order/?q=4711+mill+lane",
    "/admin/orders/order/?q=04711",
    "/admin/orders/order/?q=hugo+napa",
    "/admin/orders/order/?q=pi_big4711",
    "/admin/orders/order/?q=big-17",
    "/admin/orders/order/?q=mill",
    "/admin/orders/order/?q=estate",
    "/admin/orders/order/?q=estate+napa",
    "/admin/orders/order/?q=nobody",
    "/admin/orders/order/?q=1000042",
    "/admin/orders/order/?wallet=any",
    "/admin/orders/order/?refund=failed",
    "/admin/payments/payment/",
    "/admin/payments/payment/?p=400",
    "/admin/payments/payment/?q=pi_big4711",
    "/admin/payments/payment/?q=4711",
    "/admin/payments/payment/?status__exact=declined",
    "/admin/payments/payment/?wallet__exact=link",
    "/admin/orders/email/",
    "/admin/orders/email/?q=buyer4711@example.com",
    "/admin/orders/email/?state=given_up",
    "/admin/shipping/sent/",
    "/admin/shipping/sent/?q=buyer4711@example.com",
    "/admin/shipping/sent/?place=US-CA",
)
FIGURES: Final = REPOSITORY / "docs" / "figures" / "orders.md"


def main() -> None:
    """Fill, measure and write the table."""
    with database_server.lease():
        os.environ["DATABASE_URL"] = fresh_database("vintner_big_orders")
        os.environ["ALLOWED_HOSTS"] = "testserver"
        os.environ["DJANGO_SETTINGS_MODULE"] = "vintner.settings"
        subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], cwd=REPOSITORY, check=True)
        django.setup()
        times = _measured()
    FIGURES.write_text(_table(times))
    print(FIGURES.read_text())


class TimesTaken(NamedTuple):
    """Milliseconds: on the clock, and of processor time that the store and its connection to the database used. And
    the bytes of the page.
    """

    clock: float
    store: float
    database: float
    size: float


def _measured() -> dict[str, TimesTaken]:
    """Return each address's medians: of the whole answer, with Django's middleware and templates."""
    from django.db import connection  # noqa: PLC0415 - needs Django's settings
    from django.test import Client  # noqa: PLC0415 - needs Django's settings

    from vintner.testing import big_orders  # noqa: PLC0415 - needs Django's settings
    from vintner.testing.builders import make_user  # noqa: PLC0415 - needs Django's settings

    with big_orders.without_text_indexes():
        big_orders.fill(ORDERS)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("RESET statement_timeout")
    client = Client()
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [[backend]] = cursor.fetchall()
    return {address: _median([_time(client, address, backend) for _ in range(RUNS)]) for address in ASKED}


def _median(runs: list[TimesTaken]) -> TimesTaken:
    return TimesTaken(*(statistics.median(values) for values in zip(*runs, strict=True)))


def _time(client: "django.test.Client", address: str, backend: int) -> TimesTaken:
    begun, store, database = time.perf_counter(), time.process_time(), _processor_time(backend)
    answer = client.get(address)
    assert answer.status_code == 200, address
    seconds = (time.perf_counter() - begun, time.process_time() - store, _processor_time(backend) - database)
    clock, program, server = (each * 1000 for each in seconds)
    return TimesTaken(clock, program, server, len(answer.content))


def _processor_time(process: int) -> float:
    """Return the seconds that a process has been on a processor, as Linux counts them."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


def _table(times: dict[str, TimesTaken]) -> str:
    columns = {
        address: (each.store + each.database, each.store, each.database, each.clock, each.size / 1000)
        for address, each in times.items()
    }
    rows = [f"| `{address}` | {' | '.join(f'{one:.0f}' for one in each)} |" for address, each in columns.items()]
    load = f"{os.getloadavg()[0]:.1f} load at the end, {os.cpu_count()} processors"
    return "\n".join(
        [
            f"# The admin's lists with {ORDERS:,} orders",
            "",
            f"Milliseconds for the whole page, without the network. Medians of {RUNS}. At most {BAR} of a processor,",
            f"and {MOST_BYTES // 1000} KB of HTML before compression.",
            f"{load}: the clock counts what other programs took as well.",
            "",
            "| Page | Processor | Store | Database | Clock | KB |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    main()
