"""The background jobs of archives and erased accounts."""

from datetime import UTC, datetime

from django.contrib.sessions.models import Session
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.privacy import exports
from vintner.privacy.erase import erase_account
from vintner.privacy.models import Erasure
from vintner.web.isolation import isolated


@app.task(name="privacy.make_export")
def make_export(export_id: int) -> None:
    """Make an archive that was just asked for. If that fails, `make_waiting_exports` tries again."""
    exports.make_export(export_id, timezone.now())


@app.periodic(cron="*/5 * * * *")
@app.task(name="privacy.make_waiting_exports", queueing_lock="privacy.make_waiting_exports")
def make_waiting_exports(timestamp: int) -> None:
    """Make archives whose job was lost or failed, and give up those that failed too often."""
    now = datetime.fromtimestamp(timestamp, tz=UTC)
    for export_id in exports.list_waiting(now):
        with isolated(f"archive {export_id}"):
            exports.make_export(export_id, now)


@app.periodic(cron="23 * * * *")
@app.task(name="privacy.delete_exports", queueing_lock="privacy.delete_exports")
def delete_exports(timestamp: int) -> None:
    """Delete archives that are a week old."""
    exports.delete_old(timezone.now())


@app.periodic(cron="29 * * * *")
@app.task(name="privacy.erase_accounts", queueing_lock="privacy.erase_accounts")
def erase_accounts(timestamp: int) -> None:
    """Erase the accounts whose thirty days are over."""
    now = timezone.now()
    due = Erasure.objects.filter(due_at__lte=now, undone_at=None, erased_at=None).exclude(user=None)
    for erasure_id in due.order_by("due_at").values_list("pk", flat=True)[:200]:
        with isolated(f"erasure {erasure_id}"):
            erase_account(erasure_id, now)


@app.periodic(cron="37 3 * * *")
@app.task(name="privacy.forget_sessions", queueing_lock="privacy.forget_sessions")
def forget_sessions(timestamp: int) -> None:
    """Delete sessions that are over."""
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
