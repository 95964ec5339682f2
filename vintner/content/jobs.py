"""The background jobs of content."""

from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.content import contact


@app.periodic(cron="51 3 * * *")
@app.task(name="content.delete_old_messages", queueing_lock="content.delete_old_messages")
def delete_old_messages(timestamp: int) -> None:
    """Delete messages of the contact page after two years."""
    contact.delete_old_messages(timezone.now())
