"""Choices of attribute values in the admin. A value is named with its attribute: Champagne is a region and a type."""

from django.db.models import ForeignKey, ManyToManyField, Model, QuerySet
from django.http import HttpRequest

from vintner.catalogue.models import AttributeValue


class AttributeValueChoices:
    """A mixin for admins whose form has attribute values: reads them with their attributes, in one query."""

    def get_field_queryset(
        self, db: str | None, db_field: "ForeignKey[Model] | ManyToManyField[Model, Model]", request: HttpRequest
    ) -> "QuerySet[Model] | None":
        if db_field.related_model is AttributeValue:
            return AttributeValue.objects.select_related("attribute")
        found: QuerySet[Model] | None = super().get_field_queryset(db, db_field, request)  # type: ignore[misc]
        return found
