"""Jobs that maintain the job queue and the rate limits."""

import logging

from procrastinate.contrib.django import app

from vintner.web import rate_limits

log = logging.getLogger(__name__)


@app.periodic(cron="*/5 * * * *")
@app.task(name="web.take_up_lost_jobs", queueing_lock="web.take_up_lost_jobs")
async def take_up_lost_jobs(timestamp: int) -> None:
    """Retry the jobs whose worker died. Every job of ours may run twice."""
    for job in await app.job_manager.get_stalled_jobs():
        log.warning("job %s (%s) lost its worker, and is done again", job.id, job.task_name)
        await app.job_manager.retry_job(job)


@app.periodic(cron="53 * * * *")
@app.task(name="web.clear_jobs", queueing_lock="web.clear_jobs")
async def clear_jobs(timestamp: int) -> None:
    """Delete the jobs that were done a day ago. Failed ones stay, to be looked at."""
    await app.job_manager.delete_old_jobs(nb_hours=24)


@app.periodic(cron="41 * * * *")
@app.task(name="web.forget_tries", queueing_lock="web.forget_tries")
def forget_tries(timestamp: int) -> None:
    """Delete the tries of rate limits whose window is over."""
    rate_limits.delete_expired()
