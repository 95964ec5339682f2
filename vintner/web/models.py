"""The table of rate limits."""

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
