"""Jobs that maintain the job queue and the rate limits, and look at what the store depends on."""

import logging
from typing import Any, Final

from django.db import connection
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from vintner.web import rate_limits
from vintner.web.database.collation import find_collation_fault
from vintner.web.edge.proxy_check import record_proxy_check

_CANCEL: Final = """
WITH cancelled AS (
    UPDATE procrastinate_jobs SET status = 'cancelled' WHERE id = ANY (%s) AND status = 'failed' RETURNING id
)
INSERT INTO procrastinate_events (job_id, type) SELECT id, 'cancelled' FROM cancelled
"""
"""procrastinate cancels only jobs that have not begun."""

log = logging.getLogger(__name__)


def cancel_failed_jobs(task_name: str, argument: str, done: "QuerySet[Any]") -> None:
    """Cancel the failed jobs of a task whose work was done by others since.

    `argument` is the job's argument with the key of a row. `done` are the rows that need the job no more.
    """
    failed = ProcrastinateJob.objects.filter(task_name=task_name, status="failed")
    keys = dict(failed.values_list("id", f"args__{argument}"))
    if not keys:
        return
    finished = set(done.filter(pk__in=set(keys.values())).values_list("pk", flat=True))
    _cancel([job for job, key in keys.items() if key in finished])


def _cancel(failed_jobs: list[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_CANCEL, [failed_jobs])
    for job in failed_jobs:
        log.info("job %s failed, and ends: its work was done by others", job)


@app.periodic(cron="*/5 * * * *")
@app.task(name="web.take_up_lost_jobs", queueing_lock="web.take_up_lost_jobs")
async def take_up_lost_jobs(timestamp: int) -> None:
    """Retry the jobs whose worker died. Every job of ours may run twice."""
    for job in await app.job_manager.get_stalled_jobs():
        log.warning("job %s (%s) lost its worker, and is done again", job.id, job.task_name)
        await app.job_manager.retry_job(job)


@app.periodic(cron="*/5 * * * *")
@app.task(name="web.cancel_failed_rounds", queueing_lock="web.cancel_failed_rounds")
def cancel_failed_rounds(timestamp: int) -> None:
    """Cancel the failed rounds of periodic tasks of which a later round has succeeded."""
    later = ProcrastinateJob.objects.filter(task_name=OuterRef("task_name"), id__gt=OuterRef("id"), status="succeeded")
    failed = ProcrastinateJob.objects.filter(Exists(later), status="failed", queueing_lock=F("task_name"))
    _cancel(list(failed.values_list("id", flat=True)))


@app.periodic(cron="53 * * * *")
@app.task(name="web.clear_jobs", queueing_lock="web.clear_jobs")
async def clear_jobs(timestamp: int) -> None:
    """Delete the jobs that were done or cancelled a day ago. Failed ones stay, to be looked at."""
    await app.job_manager.delete_old_jobs(nb_hours=24, include_cancelled=True)


@app.periodic(cron="41 * * * *")
@app.task(name="web.forget_tries", queueing_lock="web.forget_tries")
def forget_tries(timestamp: int) -> None:
    """Delete the tries of rate limits whose window is over."""
    rate_limits.delete_expired()


@app.periodic(cron="*/5 * * * *")
@app.task(name="web.check_proxy", queueing_lock="web.check_proxy")
def check_proxy(timestamp: int) -> None:
    """Look whether the proxy in front of the store passes everything on; the health page tells it."""
    record_proxy_check(timezone.now())


@app.periodic(cron="29 * * * *")
@app.task(name="web.check_collation", queueing_lock="web.check_collation")
def check_collation(timestamp: int) -> None:
    """Log that indexes were built for an older sort order. The health page looks by itself."""
    if fault := find_collation_fault():
        log.error("%s", fault)
