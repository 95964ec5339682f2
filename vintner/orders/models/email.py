"""E-mails about orders."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from vintner.orders.models.order import Order


class Email(models.Model):
    """An e-mail, stored in the same transaction as its reason; `sent_at` is set when it was sent.

    Those of changes of status have no texts before their job writes them (orders/emails/order_texts.py).

    Each try is claimed first, by moving `next_try_at` beyond the end of the longest try (orders/emails/delivery.py).
    """

    order = models.ForeignKey(Order, null=True, blank=True, on_delete=models.CASCADE, related_name="emails")
    kind = models.CharField(max_length=40)
    about = models.CharField(max_length=40, blank=True, help_text="Which refund, note …, where an order has several.")
    to = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField(blank=True, default="")
    html = models.TextField(blank=True, default="")
    context = models.JSONField(
        default=dict,
        db_default={},
        help_text="What its texts say besides what the order says.",
    )
    message_id = models.CharField(max_length=120, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    next_try_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=500, blank=True, help_text="Why the last try failed.")
    sent_at = models.DateTimeField(null=True)
    given_up_at = models.DateTimeField(null=True)
    private = models.BooleanField(
        default=False, db_default=False, help_text="Whoever reads it could open the recipient's account."
    )
    unsubscribe_url = models.CharField(
        max_length=300, blank=True, db_default="", help_text="Where mail programs post to end e-mails of this kind."
    )
    reply_to = models.EmailField(blank=True, db_default="", help_text="Who gets the answer, if not the store.")

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["order", "kind", "about"], name="email_once")]
        indexes = [
            models.Index(fields=["next_try_at"], condition=Q(sent_at=None, given_up_at=None), name="emails_to_be_sent"),
            models.Index(fields=["-id"], condition=Q(sent_at=None), name="emails_not_sent"),
        ]

    def __str__(self) -> str:
        return self.subject

    @property
    def state(self) -> str:
        """The state as a text."""
        if self.sent_at:
            return "sent"
        return "could not be delivered" if self.given_up_at else "waiting"
