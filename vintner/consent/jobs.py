"""The background jobs of consent."""

from datetime import timedelta
from typing import Final

from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.consent import cookie
from vintner.consent.models import ConsentRecord

KEPT: Final = timedelta(seconds=cookie.SECONDS) + timedelta(days=365)
"""How long an answer stays as evidence: while it holds, and a year after that."""


@app.periodic(cron="37 3 * * *")
@app.task(name="consent.delete_old_records", queueing_lock="consent.delete_old_records")
def delete_old_records(timestamp: int) -> None:
    """Delete answers that ended a year ago."""
    ConsentRecord.objects.filter(answered_at__lt=timezone.now() - KEPT).delete()
