"""The background goes on after a worker has died."""

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from vintner.testing.failed_jobs import fail_jobs, statuses_of_jobs
from vintner.web.jobs import cancel_failed_rounds, clear_jobs, take_up_lost_jobs

BEGUN = "UPDATE procrastinate_jobs SET status = 'doing', worker_id = %s WHERE id = %s"
SILENT = "INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - %s::interval) RETURNING id"


def begun_by(worker_id: int | None) -> int:
    job_id = app.configure_task("orders.send_email").defer(email_id=1)
    with connection.cursor() as cursor:
        cursor.execute(BEGUN, [worker_id, job_id])
    return job_id


def worker_silent_for(time: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(SILENT, [time])
        return int(cursor.fetchone()[0])


@pytest.mark.django_db
def test_what_a_dead_worker_was_doing_is_done_again() -> None:
    forgotten, silent = begun_by(None), begun_by(worker_silent_for("1 hour"))
    under_way = begun_by(worker_silent_for("1 second"))
    async_to_sync(take_up_lost_jobs.func)(0)
    stand = dict(ProcrastinateJob.objects.values_list("id", "status"))
    assert (stand[forgotten], stand[silent], stand[under_way]) == ("todo", "todo", "doing")


@pytest.mark.django_db
def test_what_was_done_is_cleared_away_after_a_day() -> None:
    statuses = {"old": "succeeded", "new": "succeeded", "given up": "failed", "not needed": "cancelled"}
    ended = {name: app.configure_task("orders.send_email").defer(email_id=1) for name in statuses}
    with connection.cursor() as cursor:
        for name, job_id in ended.items():
            cursor.execute("UPDATE procrastinate_jobs SET status = 'doing' WHERE id = %s", [job_id])
            cursor.execute("UPDATE procrastinate_jobs SET status = %s WHERE id = %s", [statuses[name], job_id])
            if name != "new":
                age = "UPDATE procrastinate_events SET at = at - interval '25 hours' WHERE job_id = %s"
                cursor.execute(age, [job_id])
    async_to_sync(clear_jobs.func)(0)
    left = set(ProcrastinateJob.objects.values_list("id", flat=True))
    assert left == {ended["new"], ended["given up"]}


@pytest.mark.django_db
def test_a_failed_round_ends_once_a_later_one_has_succeeded() -> None:
    app.configure_task("web.forget_tries").defer(timestamp=0)
    fail_jobs("web.forget_tries")
    cancel_failed_rounds(0)
    assert statuses_of_jobs("web.forget_tries") == ["failed"]
    app.configure_task("web.forget_tries").defer(timestamp=0)
    with connection.cursor() as cursor:
        for status in ("doing", "succeeded"):
            cursor.execute("UPDATE procrastinate_jobs SET status = %s WHERE status <> 'failed'", [status])
    app.configure_task("web.forget_tries").defer(timestamp=0)
    fail_jobs("web.forget_tries")
    cancel_failed_rounds(0)
    assert statuses_of_jobs("web.forget_tries") == ["cancelled", "succeeded", "failed"]


@pytest.mark.django_db
def test_another_job_that_failed_does_not_end_with_the_next_one() -> None:
    for _ in range(2):
        app.configure_task("orders.send_email").defer(email_id=1)
    first = ProcrastinateJob.objects.order_by("id")[0]
    with connection.cursor() as cursor:
        for status in ("doing", "succeeded"):
            cursor.execute("UPDATE procrastinate_jobs SET status = %s WHERE id <> %s", [status, first.pk])
    fail_jobs("orders.send_email")
    cancel_failed_rounds(0)
    assert statuses_of_jobs("orders.send_email") == ["failed", "succeeded"]
