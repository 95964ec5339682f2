"""The background, in simulated time: what is due is done, and a job that found no provider is tried again later."""

from datetime import timedelta

from django.db import connection
from django.db.models import QuerySet
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from vintner.orders import jobs as order_jobs
from vintner.payments import jobs
from vintner.payments.gateway import ProviderDown

ROUND = 5
"""Minutes between two rounds of the slowest of these tasks; the others come round more often than that."""
TASKS = (
    jobs.cancel_unpaid,
    order_jobs.expire_holds,
    jobs.reconcile,
    jobs.reconcile_setups,
    jobs.reconcile_refunds,
)
TIMES = {
    "payments_payment": ("created_at", "changed_at", "busy_until", "unanswered_at"),
    "payments_cardsetup": ("created_at", "changed_at", "busy_until", "closed_at"),
    "payments_providerevent": ("received_at",),
    "orders_refund": ("requested_at", "busy_until"),
    "orders_stockreservation": ("expires_at",),
}
"""What grows older while time goes by."""


def minutes_pass(minutes: int) -> None:
    """Let time go by, with the worker at work."""
    for _ in range(minutes // ROUND):
        _grow_older(timedelta(minutes=ROUND))
        for task in TASKS:
            task(0)
        work_off()


def _grow_older(by: timedelta) -> None:
    with connection.cursor() as cursor:
        for table, columns in TIMES.items():
            changes = ", ".join(f"{column} = {column} - %s::interval" for column in columns)
            cursor.execute(f"UPDATE {table} SET {changes}", [f"{by.total_seconds()} seconds"] * len(columns))  # noqa: S608 - names of our own


def left_to_do() -> list[str]:
    """Return the names of jobs about payments that are still to be done."""
    return [job.task_name for job in _waiting()]


def _waiting() -> "QuerySet[ProcrastinateJob]":
    return ProcrastinateJob.objects.filter(task_name__startswith="payments.", status="todo").order_by("id")


def work_off() -> None:
    """Do the jobs about payments that are waiting; one that met no provider waits for the next round."""
    for job in _waiting():
        try:
            app.tasks[job.task_name](**job.args)
        except ProviderDown:
            continue
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM procrastinate_jobs WHERE id = %s", [job.pk])
