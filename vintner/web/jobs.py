"""What keeps the background itself going."""

import logging

from procrastinate.contrib.django import app

from vintner.web import limits

log = logging.getLogger(__name__)


@app.periodic(cron="*/5 * * * *")
@app.task(name="web.take_up_lost_jobs", queueing_lock="web.take_up_lost_jobs")
async def take_up_lost_jobs(timestamp: int) -> None:
    """Do again what was being done when its worker died. Every job of ours may be done twice."""
    for job in await app.job_manager.get_stalled_jobs():
        log.warning("job %s (%s) lost its worker, and is done again", job.id, job.task_name)
        await app.job_manager.retry_job(job)


@app.periodic(cron="53 * * * *")
@app.task(name="web.clear_jobs", queueing_lock="web.clear_jobs")
async def clear_jobs(timestamp: int) -> None:
    """Clear away what was done a day ago. What was given up stays, to be looked at."""
    await app.job_manager.delete_old_jobs(nb_hours=24)


@app.periodic(cron="41 * * * *")
@app.task(name="web.forget_tries", queueing_lock="web.forget_tries")
def forget_tries(timestamp: int) -> None:
    """Forget tries that no longer count."""
    limits.forget_old()
