"""Writes what is in the gift set of a row."""

from django.core.exceptions import ValidationError
from django.db.models import Q

from vintner.catalogue.importing.set_cells import CONTENTS, SetCells
from vintner.catalogue.importing.tables import RowMissing, RowProblem
from vintner.catalogue.models import Product, SetItem, Variation
from vintner.catalogue.sets.set_rules import problem_of_set


def write_contents(product: Product, wanted: SetCells | None) -> bool:
    """Make the contents those of a row, None leaves them; returns whether anything changed.

    Raises RowMissing for a bottle that may come later in the file.
    """
    stored = tuple(product.set_items.values_list("variation_id", "quantity")) if product.set_bottles else ()
    bottles = [(_find(sku), number) for sku, number in wanted or ()]
    if (bottles if wanted is not None else stored) and (problem := problem_of_set(product)):
        raise RowProblem(CONTENTS, problem.rstrip("."))
    if wanted is None or stored == tuple((variation.pk, number) for variation, number in bottles):
        return False
    product.set_items.all().delete()
    for position, (variation, number) in enumerate(bottles):
        item = SetItem(product=product, variation=variation, quantity=number, position=position)
        try:
            item.full_clean()
        except ValidationError as error:
            raise RowProblem(CONTENTS, f"{wanted[position][0]}: {error.messages[0].rstrip('.')}") from error
        item.save()
    return True


def _find(sku: str) -> Variation:
    """Return the variation of this SKU; that of a simple product may have the product's."""
    named = Q(sku=sku) | Q(sku__isnull=True, product__sku=sku, product__kind=Product.Kind.SIMPLE)
    variation = Variation.objects.select_related("product").filter(named).first()
    if variation is None:
        raise RowMissing(CONTENTS, f"there is no bottle {sku}")
    return variation
