"""The tables of rate limits, and of what the last check of the proxy found."""

from django.db import models


class Tries(models.Model):
    """The number of tries under the key of a rate limit, until the end of its window (rate_limits.py).

    The key is a hash, so that the table does not tell who tried.
    """

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    ends_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.count} tries until {self.ends_at:%Y-%m-%d %H:%M}"


class ProxyCheck(models.Model):
    """The last check of the proxy in front of the store: what it leaves out or changes, a sentence or two for each
    (`edge/proxy_check.py`). `unreached` says why nothing is known of it.
    """

    ran_at = models.DateTimeField()
    faults = models.JSONField(default=list)
    unreached = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{len(self.faults)} faults at {self.ran_at:%Y-%m-%d %H:%M}"
