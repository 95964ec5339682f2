"""Scores that critics gave to a wine or to one vintage of it."""

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q


class CriticScore(models.Model):
    """A score of a critic. With a variation it is about that one only: the 2019 has 94 points."""

    product = models.ForeignKey("catalogue.Product", on_delete=models.CASCADE, related_name="scores")
    variation = models.ForeignKey(
        "catalogue.Variation",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="scores",
        verbose_name="only of",
    )
    source = models.CharField("critic or magazine", max_length=80)
    points = models.DecimalField(max_digits=4, decimal_places=1, validators=[MinValueValidator(0)])
    out_of = models.PositiveSmallIntegerField(default=100, choices=[(most, str(most)) for most in (100, 20, 5)])
    given_on = models.DateField("date", null=True, blank=True)

    class Meta:
        ordering = ["-given_on", "source", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(points__gte=0) & Q(points__lte=F("out_of")),
                name="points_within_scale",
                violation_error_message="There are more points than the scale has.",
            ),
            models.UniqueConstraint(
                fields=["product", "variation", "source", "given_on"], name="score_once", nulls_distinct=False
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source}: {self.points}/{self.out_of}"

    def clean(self) -> None:
        """Refuse a vintage of another wine."""
        if self.variation is not None and self.variation.product_id != self.product_id:
            raise ValidationError({"variation": "Is a variation of another wine."})
