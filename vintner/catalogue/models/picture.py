"""Pictures of products, producers and pages."""

from django.db import models


class Picture(models.Model):
    """An uploaded picture and the sizes made from it (`pictures.py`)."""

    original = models.ImageField(upload_to="pictures/original", width_field="width", height_field="height")
    width = models.PositiveIntegerField(editable=False)
    height = models.PositiveIntegerField(editable=False)
    alt = models.CharField("what it shows", max_length=300, blank=True)
    caption = models.CharField(max_length=300, blank=True)
    opens_home = models.BooleanField(
        "opens the home page",
        default=False,
        db_default=False,
        help_text="Fills the top of the home page. One picture does; choosing another takes its place.",
    )
    checksum = models.CharField(max_length=64, unique=True, editable=False, help_text="SHA-256 of the original file.")
    sizes = models.JSONField(
        default=list, editable=False, help_text="[{format: avif|webp|jpeg, width, height, path}], narrowest first."
    )

    class Meta:
        indexes = [
            models.Index(fields=["opens_home"], condition=models.Q(opens_home=True), name="picture_opens_home"),
        ]

    def __str__(self) -> str:
        return self.alt or f"Picture {self.pk}"
