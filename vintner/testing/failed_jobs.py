"""Jobs that failed for good, as after the death of the database."""

from django.db import connection
from procrastinate.contrib.django.models import ProcrastinateJob


def fail_jobs(task_name: str) -> None:
    """Let the waiting jobs of a task begin and fail."""
    with connection.cursor() as cursor:
        for before, after in (("todo", "doing"), ("doing", "failed")):
            asked = "UPDATE procrastinate_jobs SET status = %s WHERE task_name = %s AND status = %s"
            cursor.execute(asked, [after, task_name, before])


def statuses_of_jobs(task_name: str) -> list[str]:
    """Return the statuses of a task's jobs, in the order in which they were written."""
    return list(ProcrastinateJob.objects.filter(task_name=task_name).order_by("id").values_list("status", flat=True))
