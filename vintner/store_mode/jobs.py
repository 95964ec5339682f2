"""The background job of the opening."""

from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.alerts import launches
from vintner.store_mode.mode import is_open


@app.periodic(cron="* * * * *")
@app.task(name="store_mode.send_opening_alerts", queueing_lock="store_mode.send_opening_alerts")
def send_opening_alerts(timestamp: int) -> None:
    """Tell those who asked that the store is open, in the minute after its opening."""
    if is_open(timezone.now()):
        launches.send_opening_alerts(timezone.now())
