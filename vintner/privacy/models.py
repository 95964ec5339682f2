"""Archives of what the store knows of a customer, and accounts that are to be erased."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class Export(models.Model):
    """An archive that a customer asked for. It waits, is ready, or has failed; it is deleted after a week."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="exports")
    requested_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    ready_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    archive = models.BinaryField(null=True, help_text="The ZIP file.")

    class Meta:
        default_permissions = ()
        permissions = [("export_customer", "Can have an archive made of what is known of a customer")]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(ready_at=None, failed_at=None), name="one_export_at_once"
            ),
            models.CheckConstraint(
                condition=Q(ready_at=None, archive=None) | Q(ready_at__isnull=False, archive__isnull=False),
                name="ready_export_has_archive",
            ),
            models.CheckConstraint(condition=Q(ready_at=None) | Q(failed_at=None), name="export_ends_once"),
        ]

    def __str__(self) -> str:
        return f"Archive asked for {self.requested_at:%Y-%m-%d}"


class Erasure(models.Model):
    """An account that is closed, and erased at `due_at` unless its owner keeps it. The row stays and names nobody."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="erasures")
    requested_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Who of the staff asked for it; empty if the customer did.",
    )
    undone_at = models.DateTimeField(null=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        permissions = [("erase_customer", "Can close a customer's account and have it erased")]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(undone_at=None, erased_at=None), name="one_erasure_at_once"
            ),
            models.CheckConstraint(condition=Q(undone_at=None) | Q(erased_at=None), name="erasure_ends_once"),
            models.CheckConstraint(condition=Q(erased_at=None) | Q(user=None), name="erased_user_is_gone"),
            models.CheckConstraint(condition=Q(due_at__gt=F("requested_at")), name="erasure_can_be_undone"),
        ]

    def __str__(self) -> str:
        return f"Erasure asked for {self.requested_at:%Y-%m-%d}"
