"""What is planned for the money of an order whose bottles are gone."""

from django.db import models

from vintner.orders.models import Order


class PlannedReturn(models.Model):
    """The money of a paid order without bottles goes back at `due_at`, unless staff decides before; None is never.

    It ends once, when staff has decided or the money is on its way.
    """

    order = models.OneToOneField(Order, on_delete=models.CASCADE, related_name="planned_return")
    due_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"], condition=models.Q(ended_at=None), name="open_planned_returns")]

    def __str__(self) -> str:
        return f"The return of the money of order {self.order_id}"
