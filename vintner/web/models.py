"""What belongs to no part of the trade."""

from django.db import models


class Tries(models.Model):
    """How often something limited was tried under a key, since when its time began (limits.py). The key is a hash: who
    it was is nobody's business.
    """

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    ends_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.count} tries until {self.ends_at:%Y-%m-%d %H:%M}"
