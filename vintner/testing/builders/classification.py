"""What products are sorted by."""

from vintner.catalogue.models import Attribute, AttributeValue, Category, Product, ProductFact, Variation
from vintner.catalogue.slugs import slug_of
from vintner.testing.builders.amounts import NUMBERS


def add_fact(
    product: Product, attribute: str, value: str, *, visible: bool = True, only: Variation | None = None
) -> ProductFact:
    """State a fact about a product, or `only` about one variation of it: add_fact(wine, "Region", "Douro")."""
    position = product.facts.count()
    return ProductFact.objects.create(
        product=product, variation=only, value=attribute_value(attribute, value), visible=visible, position=position
    )


def attribute_value(attribute: str, value: str) -> AttributeValue:
    """Return the value of an attribute, made if there is none: attribute_value("Vintage", "2019")."""
    kind, _ = Attribute.objects.get_or_create(slug=slug_of(attribute), defaults={"name": attribute})
    found, _ = AttributeValue.objects.get_or_create(attribute=kind, slug=slug_of(value), defaults={"name": value})
    return found


def make_category(
    name: str = "", *, slug: str = "", parent: Category | None = None, children_in_menu: bool = False
) -> Category:
    """Make a category, or return the one with that slug."""
    name = name or f"Shelf {next(NUMBERS)}"
    category, _ = Category.objects.get_or_create(
        slug=slug or slug_of(name),
        defaults={"name": name, "parent": parent, "children_in_menu": children_in_menu},
    )
    return category
