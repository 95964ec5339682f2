"""The number of the price book."""

from django.db import models


class BookVersion(models.Model):
    """One row, whose number database triggers change whenever anything in the price book does (price_book.sql)."""

    id = models.PositiveSmallIntegerField(primary_key=True)
    number = models.BigIntegerField()

    def __str__(self) -> str:
        return f"Version {self.number} of the price book"
