"""Takes webhook events in. One that tells nothing new of a payment is done with on arrival (decision 109)."""

from dataclasses import asdict

from django.db import transaction
from django.utils import timezone

from vintner.payments import jobs
from vintner.payments.models import ProviderEvent
from vintner.payments.webhooks.events import WebhookEvent
from vintner.payments.webhooks.recorded import is_recorded


def receive_event(event: WebhookEvent) -> None:
    """Store an event once: as handled if the store holds all it says, otherwise with the job that handles it.

    An event that comes before the commit of its payment has a job. A repeat changes nothing, also of an event whose job
    still waits.
    """
    if event.report is not None and is_recorded(event.report):
        handled = ProviderEvent(
            event_id=event.id, type=event.type, object_id=event.object_id, handled_at=timezone.now()
        )
        ProviderEvent.objects.bulk_create([handled], ignore_conflicts=True)
        return
    with transaction.atomic():
        stored, is_new = ProviderEvent.objects.get_or_create(
            event_id=event.id, defaults={"type": event.type, "object_id": event.object_id}
        )
        if is_new and event.object_id:
            report = asdict(event.report) if event.report else None
            jobs.handle_event.defer(event_pk=stored.pk, report=report)
