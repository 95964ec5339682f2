"""The gallery pictures and the facts of a product."""

from django.db import models


class GalleryPicture(models.Model):
    """A further picture of a product. `position` is its place in the gallery."""

    product = models.ForeignKey("catalogue.Product", on_delete=models.CASCADE, related_name="gallery_pictures")
    picture = models.ForeignKey("catalogue.Picture", on_delete=models.CASCADE, related_name="+")
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["product", "picture"], name="gallery_picture_once")]

    def __str__(self) -> str:
        return str(self.picture)


class ProductFact(models.Model):
    """A fact of a product: the region is Porto. With a variation, a fact of that one only: the 2019 has 14 %."""

    product = models.ForeignKey("catalogue.Product", on_delete=models.CASCADE, related_name="facts")
    variation = models.ForeignKey(
        "catalogue.Variation",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="facts",
        verbose_name="only of",
    )
    value = models.ForeignKey("catalogue.AttributeValue", on_delete=models.PROTECT, related_name="facts")
    visible = models.BooleanField("shown on the product page", default=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["product", "value", "variation"], name="fact_once_per_product", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return str(self.value)
