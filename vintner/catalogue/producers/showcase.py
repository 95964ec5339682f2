"""The pictures of a producer's slider, and its related materials."""

from django.core.validators import FileExtensionValidator, RegexValidator
from django.db import models
from django.db.models import Q


class ProducerSlide(models.Model):
    """A picture of a producer's slider. `position` is its place."""

    producer = models.ForeignKey("catalogue.Producer", on_delete=models.CASCADE, related_name="slides")
    picture = models.ForeignKey("catalogue.Picture", on_delete=models.CASCADE, related_name="+")
    caption = models.CharField(max_length=200, blank=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [models.UniqueConstraint(fields=["producer", "picture"], name="producer_slide_once")]

    def __str__(self) -> str:
        return self.caption or f"Slide {self.pk}"


class RelatedMaterial(models.Model):
    """A document or link about a producer."""

    class Kind(models.TextChoices):
        PROFILE = "profile", "Estate profile"
        SHEET = "sheet", "Tasting sheet"
        ARTICLE = "article", "Article"
        VIDEO = "video", "Video"
        REGION = "region", "The region"

    producer = models.ForeignKey("catalogue.Producer", on_delete=models.CASCADE, related_name="materials")
    title = models.CharField(max_length=160)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.ARTICLE)
    file = models.FileField(
        upload_to="materials", blank=True, validators=[FileExtensionValidator(["pdf", "txt", "jpg", "png", "webp"])]
    )
    link = models.CharField(
        max_length=500, blank=True, validators=[RegexValidator(r"^(https://|/(?!/))", "Begin with https:// or with /.")]
    )
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(file="") ^ Q(link=""),
                name="material_is_a_file_or_a_link",
                violation_error_message="Give a file or a link, not both.",
            )
        ]

    def __str__(self) -> str:
        return self.title
