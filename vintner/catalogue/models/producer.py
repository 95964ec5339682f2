"""The makers of products."""

from django.db import models
from django.urls import reverse

from vintner.catalogue.models.picture import Picture


class Producer(models.Model):
    """A winery or other maker of products."""

    name = models.CharField(max_length=120, unique=True)
    slug = models.SlugField(max_length=120, unique=True)
    country = models.CharField(max_length=80, blank=True)
    region = models.CharField(max_length=120, blank=True)
    founded = models.PositiveSmallIntegerField(null=True, blank=True)
    summary = models.CharField("one sentence", max_length=300, blank=True)
    story = models.TextField(blank=True)
    picture = models.ForeignKey(Picture, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    logo = models.ForeignKey(Picture, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    portrait = models.ForeignKey(
        Picture,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The people who make the wine, upright, 4 to 5. The text of the picture says who is seen.",
    )

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("producer", args=[self.slug])
