"""The background jobs of the newsletter."""

from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.newsletter import readers


@app.periodic(cron="57 3 * * *")
@app.task(name="newsletter.delete_old_readers", queueing_lock="newsletter.delete_old_readers")
def delete_old_readers(timestamp: int) -> None:
    """Delete addresses that nobody confirmed, and those that unsubscribed a year ago."""
    readers.delete_old_readers(timezone.now())
