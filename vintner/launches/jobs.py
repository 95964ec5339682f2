"""The background job of launches."""

from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.launches.launching import carry_out


@app.periodic(cron="* * * * *")
@app.task(name="launches.carry_out_launches", queueing_lock="launches.carry_out_launches")
def carry_out_launches(timestamp: int) -> None:
    """Add the bottles of launches that are near to the stock, and record those that happened."""
    carry_out(timezone.now())
