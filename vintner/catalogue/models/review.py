"""Reviews of products."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import MD5
from django.utils import timezone

from vintner.catalogue.models.product import Product


class Review(models.Model):
    """A shopper's review of a product, in plain text."""

    class Status(models.TextChoices):
        PENDING = "pending"
        APPROVED = "approved"
        REJECTED = "rejected"
        SPAM = "spam"

    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="reviews")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    author = models.CharField(max_length=100)
    email = models.EmailField(blank=True)
    rating = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(5)]
    )
    text = models.TextField(blank=True, max_length=5000)
    verified = models.BooleanField("verified buyer", default=False)
    status = models.CharField(max_length=8, choices=Status, default=Status.PENDING)
    created_at = models.DateTimeField(default=timezone.now)
    reply = models.TextField("the store's answer", blank=True, max_length=2000, help_text="Stands under the review.")

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["product", "status", "-created_at"]),
            models.Index(fields=["email", "status"]),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(rating__isnull=True) | Q(rating__range=(1, 5)), name="rating_from_1_to_5"
            ),
            models.UniqueConstraint(fields=["product", "author", "created_at"], name="review_once"),
            models.UniqueConstraint(
                "product", "email", MD5("text"), condition=~Q(email=""), name="same_words_once_per_author"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.author}: {self.rating}"
