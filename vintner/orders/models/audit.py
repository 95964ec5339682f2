"""The last audits of the invariants."""

from django.db import models


class AuditRun(models.Model):
    """An audit of the invariants.

    `violations`: the name of each that did not hold → how many rows broke it. `records`: the same name →
    `order_id` and `variation` → the first of these rows' primary keys.
    """

    ran_at = models.DateTimeField()
    violations = models.JSONField(default=dict)
    records = models.JSONField(default=dict, db_default={})

    class Meta:
        ordering = ["-ran_at"]

    def __str__(self) -> str:
        return f"Audit of {self.ran_at:%Y-%m-%d %H:%M}"
