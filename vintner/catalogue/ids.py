"""One number series for everything a cart request may name.

Clients of the contract send a product's or a variation's id in the same field (`product_id`), so the
two must never collide.
"""

from django.db import models
from django.db.models.expressions import RawSQL

SEQUENCE = "catalogue_item_id"


def item_id() -> "models.BigIntegerField[int, int]":
    """Return a primary key drawn from the shared series."""
    return models.BigIntegerField(
        primary_key=True,
        editable=False,
        db_default=RawSQL(f"nextval('{SEQUENCE}')", ()),  # noqa: S611
    )
