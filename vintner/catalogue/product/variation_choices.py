"""The choices on the page of a variable product: options such as vintage and size, and the variation of each."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from vintner.catalogue.models import Attribute, Product
from vintner.catalogue.offers import price_words, sale_end, stock_text
from vintner.catalogue.pages import Combination, Option, VariationChoice
from vintner.catalogue.plans.words import trial_words
from vintner.catalogue.product.product_rows import KnownFact, ProductRows, VariationOnSale
from vintner.catalogue.slugs import slug_of
from vintner.catalogue.tasting.props import Fact
from vintner.catalogue.tasting.words import omit_facts, window_facts
from vintner.catalogue.wine_label import STANDARD_SIZE, WineLabel
from vintner.web.catalogue_version import cached_by_version

CHOICE: Final = "attribute_"
"""Beginning of the parameters of an address that choose."""
MOST_EMBEDDED: Final = 30
"""Variations that a page may carry whole.

With more, the browser requests the chosen one (docs/behaviour/catalogue.md#variations-in-the-page).
"""
NO_CHOICES: Final[Mapping[str, str]] = MappingProxyType({})


def product_options(rows: ProductRows) -> tuple[Option, ...]:
    """Return the choices of a variable product, values in the order in which its variations name them."""
    if rows.kind == Product.Kind.SIMPLE:
        return ()
    values: dict[tuple[str, str], dict[str, None]] = {}
    for bottle in rows.bottles:
        for chosen in bottle.choices:
            values.setdefault((chosen.name, chosen.slug), {})[chosen.value] = None
    return tuple(
        Option(name=name, field=f"{CHOICE}{slug}", values=tuple(names), missing=_missing_text(name))
        for (name, slug), names in values.items()
    )


@cached_by_version
def list_choice_fields() -> tuple[str, ...]:
    """Return the parameters that may choose on the page of some product: attribute_vintage. One query at most."""
    return tuple(f"{CHOICE}{slug}" for slug in Attribute.objects.values_list("slug", flat=True))


def _missing_text(option: str) -> str:
    """Return what asks for a choice: 'Choose a vintage', 'Choose an age'."""
    return f"Choose {'an' if option[:1].lower() in 'aeiou' else 'a'} {option.lower()}"


def embedded_variations(rows: ProductRows) -> tuple[VariationChoice, ...]:
    """Return all variations of a variable product, none if there are more than MOST_EMBEDDED."""
    if rows.kind == Product.Kind.SIMPLE or len(rows.bottles) > MOST_EMBEDDED:
        return ()
    return tuple(variation_choice(rows, each) for each in rows.bottles)


def combinations(rows: ProductRows) -> tuple[Combination, ...]:
    """Return which values go together, if there are more variations than MOST_EMBEDDED."""
    if rows.kind == Product.Kind.SIMPLE or len(rows.bottles) <= MOST_EMBEDDED:
        return ()
    return tuple(
        Combination(variation_id=each.id, choices=choices_of(each), most=largest_quantity(rows, each))
        for each in rows.bottles
    )


def variation_choice(rows: ProductRows, bottle: VariationOnSale) -> VariationChoice:
    """Return all that the page shows of a variation."""
    stock = bottle.offer.stock
    return VariationChoice(
        variation_id=bottle.id,
        choices=choices_of(bottle),
        title=bottle.label.title,
        sku=bottle.sku or rows.sku,
        price=price_words([bottle.offer]),
        sale_ends=sale_end([bottle.offer]),
        unit=unit_text(rows, bottle.label),
        stock=stock_text(stock),
        stock_kind=stock.availability,
        most=largest_quantity(rows, bottle),
        image=bottle.picture,
        facts=variation_facts(bottle),
        note=bottle.note,
        scores=bottle.scores,
    )


def variation_facts(bottle: VariationOnSale) -> tuple[Fact, ...]:
    """Return what is known of this variation alone, its choices included."""
    window = window_facts(*bottle.drink_years)
    return (*omit_facts(joined_facts((*bottle.choices, *bottle.facts)), *window), *window)


def read_choices(rows: ProductRows, values: Mapping[str, str]) -> dict[str, str]:
    """Return the choice that an address makes: attribute_vintage → '2019'. It may have the slugs of values."""
    return {
        option.field: value
        for option in product_options(rows)
        if (wanted := values.get(option.field))
        for value in option.values
        if slug_of(value) == slug_of(wanted)
    }


def preselected_variation(rows: ProductRows, wanted: Mapping[str, str] = NO_CHOICES) -> VariationOnSale | None:
    """Return the variation with which the page begins: the one that `wanted` names, without such a choice the newest
    vintage that can be bought, in the standard size. None where that is none, and where the page does not carry them
    whole.
    """
    if rows.kind == Product.Kind.SIMPLE or len(rows.bottles) > MOST_EMBEDDED:
        return None
    if wanted:
        named = wanted.items() if len(wanted) == len(product_options(rows)) else ()
        return next((each for each in rows.bottles if choices_of(each).items() <= named), None) if named else None
    sold = [each for each in rows.bottles if largest_quantity(rows, each) > 0]
    # Of equal ones the first, in the merchant's order.
    return max(sold, key=lambda each: (each.label.vintage, each.label.size == STANDARD_SIZE), default=None)


def find_variation(rows: ProductRows, values: Mapping[str, str]) -> VariationOnSale | None:
    """Return the variation whose options all have these values: attribute_vintage → '2019' or its slug."""
    wanted = {field: slug_of(value) for field, value in values.items()}
    return next((each for each in rows.bottles if _slugs(each).items() <= wanted.items()), None)


def unit_text(rows: ProductRows, label: WineLabel) -> str:
    """Return what a price is for: 'per bottle · 500 ml', 'every month · First box $19.00'."""
    if rows.plan is not None:
        return " · ".join(filter(None, (rows.plan.cadence.words, trial_words(rows.plan), label.size)))
    if rows.is_set:
        return f"per set · {rows.set_bottles} {'bottle' if rows.set_bottles == 1 else 'bottles'}"
    return " · ".join(filter(None, ("per bottle" if rows.alcoholic else "each", label.size)))


def largest_quantity(rows: ProductRows, bottle: VariationOnSale) -> int:
    """Return the largest quantity of a variation that its page offers. Out of a full cellar a cart may hold fewer."""
    return bottle.offer.stock.shown.most(sold_individually=rows.sold_individually)


def joined_facts(known: Iterable[KnownFact]) -> tuple[Fact, ...]:
    """Return the facts with the values of one attribute joined."""
    joined: dict[tuple[str, str], list[str]] = {}
    for fact in known:
        joined.setdefault((fact.slug, fact.name), []).append(fact.value)
    return tuple(Fact(slug=slug, name=name, value=", ".join(values)) for (slug, name), values in joined.items())


def choices_of(bottle: VariationOnSale) -> dict[str, str]:
    """Return what is chosen with a variation: attribute_vintage → '2019'."""
    return {f"{CHOICE}{chosen.slug}": chosen.value for chosen in bottle.choices}


def _slugs(bottle: VariationOnSale) -> dict[str, str]:
    return {field: slug_of(value) for field, value in choices_of(bottle).items()}
