"""Archives of what the store knows of a customer: asked for, made by a job, kept for a week.

They lie in the database, so that they go with the account, stand behind its log-in only, and every machine has them.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from procrastinate.contrib.django import app

from vintner.customers.models import User
from vintner.privacy import privacy_emails
from vintner.privacy.archive import build_archive
from vintner.privacy.collect import collect, read_picture
from vintner.privacy.models import Export
from vintner.refusal import Refusal
from vintner.web.rate_limits import count_try

LIFETIME: Final = timedelta(days=7)
MOST_TRIES: Final = 3
RETRY_AFTER: Final = timedelta(minutes=5)
ONE_AT_ONCE: Final = "Your archive is being made already."
TOO_MANY: Final = "You have asked for several archives today. Please wait until tomorrow."


def request_export(user: User) -> Export:
    """Ask for an archive; a job makes it after the commit. Raises Refusal `waiting` or `too_many`."""
    if user.exports.filter(ready_at=None, failed_at=None).exists():
        raise Refusal("waiting", ONE_AT_ONCE)
    if not count_try("exports", str(user.pk)):
        raise Refusal("too_many", TOO_MANY)
    try:
        with transaction.atomic():
            export = Export.objects.create(user=user)
            app.configure_task("privacy.make_export").defer(export_id=export.pk)
    except IntegrityError as error:
        raise Refusal("waiting", ONE_AT_ONCE) from error
    return export


def make_export(export_id: int, now: datetime) -> bool:
    """Make an archive and mail that it is ready. Returns whether this call made it; after the last try it fails."""
    waiting = Export.objects.filter(pk=export_id, ready_at=None, failed_at=None)
    if waiting.filter(tries__gte=MOST_TRIES).update(failed_at=now):
        return False
    waiting.update(tries=F("tries") + 1)
    with transaction.atomic():
        export = waiting.select_for_update(skip_locked=True, of=("self",)).select_related("user").first()
        if export is None:
            return False
        export.archive = build_archive(collect(export.user), now, picture=read_picture(export.user))
        export.ready_at = now
        export.save(update_fields=["archive", "ready_at"])
        privacy_emails.queue_export_ready(export.user.email, now + LIFETIME)
    return True


def list_waiting(now: datetime) -> list[int]:
    """Return the archives whose job should have made them by now."""
    late = Export.objects.filter(ready_at=None, failed_at=None, requested_at__lt=now - RETRY_AFTER)
    return list(late.order_by("pk").values_list("pk", flat=True))


def newest_export(user: User, now: datetime) -> Export | None:
    """Return the customer's newest archive without its contents, None if there is none any more."""
    return _kept(user, now).defer("archive").order_by("-pk").first()


def find_ready(user: User, export_id: int, now: datetime) -> Export | None:
    """Return an archive that the customer can download."""
    return _kept(user, now).filter(pk=export_id).exclude(ready_at=None).first()


def delete_old(now: datetime) -> int:
    """Delete archives that are a week old; returns their number."""
    return Export.objects.filter(requested_at__lte=now - LIFETIME).delete()[0]


def _kept(user: User, now: datetime) -> QuerySet[Export]:
    return Export.objects.filter(user=user, requested_at__gt=now - LIFETIME)
