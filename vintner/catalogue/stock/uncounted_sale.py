"""Bottles that orders sold, and that are not yet part of what a product counts as sold."""

from django.db import models


class UncountedSale(models.Model):
    """What one order sold of a product; below zero, what a sale that was undone takes back.

    Orders only add rows, so they wait for nobody. `sales_counts.count_sales` adds them up (decision 107).
    """

    # Without a foreign key, whose check would lock the product's row.
    product_id = models.BigIntegerField()
    quantity = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.quantity:+} of product {self.product_id}"
