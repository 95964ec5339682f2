"""The background jobs of renewals. They have workers of their own, which no webhook waits for."""

from datetime import timedelta
from typing import Final

from django.utils import timezone
from procrastinate.contrib.django import app

from vintner import clock
from vintner.renewals import announcements, dates, notices, prices, reminders
from vintner.renewals.charging import renew_box
from vintner.renewals.claims import claim_due_box
from vintner.subscriptions.left_orders import cancel_left_orders
from vintner.web.isolation import isolated

RENEWALS: Final = "renewals"
BUDGET: Final = timedelta(seconds=50)
"""How long a runner charges boxes before its job ends. The next one begins within the minute."""


@app.periodic(cron="* * * * *")
@app.task(name="renewals.announce_due", queue=RENEWALS, queueing_lock="renewals.announce_due")
def announce_due(timestamp: int) -> None:
    """Tell subscribers of boxes that are due within days."""
    announcements.announce_due_boxes(timezone.now())


@app.periodic(cron="* * * * *")
@app.task(name="renewals.charge_due", queue=RENEWALS, queueing_lock="renewals.charge_due")
def charge_due(timestamp: int) -> None:
    """Charge boxes until none is due, or the time is over."""
    charge_due_boxes(BUDGET)


@app.periodic(cron="* * * * *")
@app.task(name="renewals.charge_too", queue=RENEWALS, queueing_lock="renewals.charge_too")
def charge_too(timestamp: int) -> None:
    """Do the same beside `charge_due`: most of the time of a charge is spent on waiting for the provider."""
    charge_due_boxes(BUDGET)


def charge_due_boxes(budget: timedelta) -> int:
    """Charge the boxes that are due, for some time. Returns how many were claimed."""
    ends, claimed = clock.monotonic() + budget.total_seconds(), 0
    while clock.monotonic() < ends:
        now = timezone.now()
        box = claim_due_box(now)
        if box is None:
            break
        claimed += 1
        with isolated(f"box {box.number} of subscription {box.subscription_id}"):
            renew_box(box, now)
    return claimed


@app.periodic(cron="* * * * *")
@app.task(name="renewals.keep_dates", queue=RENEWALS, queueing_lock="renewals.keep_dates")
def keep_dates(timestamp: int) -> None:
    """Let pauses, cancelled subscriptions, unpaid boxes and their orders end; give back claims that nobody
    takes over.
    """
    now = timezone.now()
    dates.end_pauses(now)
    dates.end_cancelled_subscriptions(now)
    dates.end_unpaid_boxes(now)
    dates.end_orphaned_claims(now)
    cancel_left_orders(now)


@app.periodic(cron="7 * * * *")
@app.task(name="renewals.announce_prices", queue=RENEWALS, queueing_lock="renewals.announce_prices")
def announce_prices(timestamp: int) -> None:
    """Tell of wines that became dearer."""
    prices.announce_price_changes(timezone.now())


@app.periodic(cron="23 9 * * *")
@app.task(name="renewals.remind_yearly", queue=RENEWALS, queueing_lock="renewals.remind_yearly")
def remind_yearly(timestamp: int) -> None:
    """Remind of subscriptions once a year."""
    reminders.remind_yearly(timezone.now())


@app.periodic(cron="51 3 * * *")
@app.task(name="renewals.delete_old_notices", queue=RENEWALS, queueing_lock="renewals.delete_old_notices")
def delete_old_notices(timestamp: int) -> None:
    """Delete notices after three years."""
    notices.delete_old_notices(timezone.now())
