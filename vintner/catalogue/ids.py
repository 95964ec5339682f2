"""One series of ids for products and variations.

Clients send a product's or a variation's id in the same field (`product_id`), so the two must never collide.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import models
from django.db.models.expressions import DatabaseDefault, RawSQL

SEQUENCE = "catalogue_item_id"
NEXT = RawSQL(f"nextval('{SEQUENCE}')", ())  # noqa: S611

Set_contra = TypeVar("Set_contra", contravariant=True)
Got_co = TypeVar("Got_co", covariant=True)

if TYPE_CHECKING:

    class _KeyColumn(models.BigIntegerField[Set_contra, Got_co]):
        """The column as the type checker sees it: `int`, or `int | None` in a foreign key that may be empty."""

else:

    class _KeyColumn(models.BigIntegerField):
        """The column as the database sees it."""

        def __class_getitem__(cls, _: object) -> type:
            return cls


class ItemIdField(_KeyColumn[Set_contra, Got_co]):
    """A primary key that the database draws from the shared series when the row is inserted.

    Until then it is None, as forms and formsets expect of an unsaved row. A plain field with `db_default` would hold
    a `DatabaseDefault` instead, and every admin form that adds a row with inlines would fail on it.
    """

    def get_default(self) -> None:
        return None

    def pre_save(self, model_instance: models.Model, add: bool) -> object:
        value = super().pre_save(model_instance, add)
        return DatabaseDefault(NEXT, output_field=self) if value is None else value

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """Return the plain field: for migrations the column is nothing more."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.BigIntegerField", args, kwargs


def item_id() -> "ItemIdField[int, int]":
    """Return a primary key drawn from the shared series."""
    return ItemIdField(primary_key=True, editable=False, db_default=NEXT)
