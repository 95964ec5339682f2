"""The last audits of the invariants."""

from django.db import models


class AuditRun(models.Model):
    """An audit of the invariants: the name of each that did not hold → how many rows broke it."""

    ran_at = models.DateTimeField()
    violations = models.JSONField(default=dict)

    class Meta:
        ordering = ["-ran_at"]

    def __str__(self) -> str:
        return f"Audit of {self.ran_at:%Y-%m-%d %H:%M}"
