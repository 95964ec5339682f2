"""Profile pictures, in the database: they are small, go with their customer, and nobody else may see them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual

MOST_BYTES = 400_000
"""Of one size. The largest that noise makes of 384 by 384 pixels is a third of it."""


class ProfilePicture(models.Model):
    """The picture of a customer, as square WebP files. `name` is random: it is in the picture's address."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile_picture", primary_key=True
    )
    name = models.CharField(max_length=32, unique=True)
    small = models.BinaryField()
    large = models.BinaryField()
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(name__regex="^[0-9a-f]{32}$"), name="profile_picture_name"),
            models.CheckConstraint(
                condition=Q(LessThanOrEqual(Length("small"), MOST_BYTES))
                & Q(LessThanOrEqual(Length("large"), MOST_BYTES)),
                name="profile_picture_size",
            ),
        ]

    def __str__(self) -> str:
        return f"Picture of {self.user}"
