"""The workers of one process: a slow service holds up its own queue, and a signal ends them all in order."""

import asyncio
import os
import signal
import subprocess
import threading
import time

import pytest
from django.conf import settings
from django.db import connection
from procrastinate import PsycopgConnector
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.contrib.django.utils import connector_params

from vintner import database_server
from vintner.server.install import VENV_PYTHON
from vintner.web.management.commands.run_workers import CONNECTIONS, WORKERS, run_workers

pytestmark = pytest.mark.django_db(transaction=True)
OTHERS = ("payments", "renewals", "default", "pictures")
PATIENCE_SECONDS = 60


def test_a_slow_mail_server_keeps_no_other_queue_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "tasks", dict(app.tasks))
    # A periodic job of the store would open a connection in a thread of this process, and nothing would close it.
    monkeypatch.setattr(app.periodic_registry, "periodic_tasks", {})
    answered = threading.Event()
    done = {queue: threading.Event() for queue in OTHERS}
    slow = app.task(name="tests.slow", queue="mail")(answered.wait)
    for _ in range(1 + next(worker.concurrency for worker in WORKERS if "mail" in worker.queues)):
        slow.defer()
    for queue, event in done.items():
        app.task(name=f"tests.{queue}", queue=queue)(event.set).defer()

    async def run_until_others_are_done() -> dict[str, bool]:
        running = asyncio.create_task(run_workers(app))
        waits = (asyncio.to_thread(event.wait, PATIENCE_SECONDS) for event in done.values())
        ended = dict(zip(done, await asyncio.gather(*waits), strict=True))
        answered.set()
        running.cancel()
        await asyncio.wait([running])
        return ended

    with app.replace_connector(PsycopgConnector(kwargs=connector_params(), max_size=CONNECTIONS)):
        assert asyncio.run(run_until_others_are_done()) == dict.fromkeys(OTHERS, True)


def test_a_signal_ends_the_process_in_order() -> None:
    job_id = app.configure_task("orders.send_email").defer(email_id=0)
    server, _, query = (os.environ.get("DATABASE_URL") or database_server.url()).partition("?")
    address = f"{server.rpartition('/')[0]}/{connection.settings_dict['NAME']}?{query}"
    command = [str(VENV_PYTHON), "manage.py", "run_workers"]
    process = subprocess.Popen(command, env={**os.environ, "DATABASE_URL": address}, cwd=settings.BASE_DIR)
    end = time.monotonic() + PATIENCE_SECONDS
    while ProcrastinateJob.objects.get(pk=job_id).status == "todo" and time.monotonic() < end:
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_SECONDS) == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM procrastinate_workers")
        assert cursor.fetchone() == (0,)
