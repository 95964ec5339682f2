"""What is counted of visits: events for ninety days, their counts by the hour, and which orders were counted."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from vintner.orders.models import Order


class Event(models.Model):
    """Something that a visitor did. The table is partitioned by day (migrations/sql/events.sql).

    `visitor` is a hash with a salt that is deleted after the day; `detail` is a visit's source, a search's term or the
    name of a web vital, by the kind of the event, and `number` the results, bottles or milliseconds of it.
    """

    at = models.DateTimeField(default=timezone.now)
    kind = models.PositiveSmallIntegerField()
    page_type = models.PositiveSmallIntegerField(default=0)
    device = models.PositiveSmallIntegerField()
    visitor = models.BigIntegerField()
    product_id = models.BigIntegerField(null=True)
    number = models.IntegerField(null=True)
    path = models.CharField(max_length=150)
    detail = models.CharField(max_length=250)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.kind} {self.path}"


class EventCount(models.Model):
    """How often something happened in an hour; for hours long past, in a day.

    `dimension` says what is counted and `key` which of it: the dimension 'term' has a row for each searched word.
    """

    hour = models.DateTimeField()
    dimension = models.CharField(max_length=12)
    key = models.CharField(max_length=250)
    events = models.BigIntegerField(default=0)
    visits = models.BigIntegerField(default=0)
    visitors = models.BigIntegerField(default=0, help_text="Each visitor counts once a day for each key.")

    class Meta:
        verbose_name = "report"
        constraints = [
            models.UniqueConstraint(
                fields=["dimension", "hour", "key"], include=["events", "visits", "visitors"], name="one_event_count"
            )
        ]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.dimension} {self.key}: {self.events}"


class VisitorSalt(models.Model):
    """The random salt of a day's visitors. It is deleted when the day is over: nobody can be found again."""

    day = models.DateField(primary_key=True)
    salt = models.BinaryField(max_length=32)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.day}"


class Purchase(models.Model):
    """An order that is counted once. The visitor is forgotten with the day's salt."""

    order = models.OneToOneField(Order, primary_key=True, on_delete=models.CASCADE, related_name="+")
    visitor = models.BigIntegerField(null=True)
    source = models.CharField(
        max_length=250, blank=True, default="", db_default="", help_text="Of the visit, as sources.py writes it."
    )
    noted_at = models.DateTimeField(default=timezone.now)
    purchased_at = models.DateTimeField(null=True, help_text="When the money came, or was on its way.")

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(fields=["purchased_at"], name="purchases_by_time"),
            models.Index(fields=["noted_at"], condition=Q(visitor__isnull=False), name="purchases_with_visitor"),
        ]

    def __str__(self) -> str:
        return f"Purchase {self.order_id}"
