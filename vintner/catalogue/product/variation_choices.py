"""The choices on the page of a variable product: options such as vintage and size, and the variation of each."""

from collections.abc import Iterable, Mapping
from typing import Final

from vintner.catalogue.models import Product
from vintner.catalogue.offers import price_words, stock_text
from vintner.catalogue.pages import Combination, Fact, Option, VariationChoice
from vintner.catalogue.plans.words import trial_words
from vintner.catalogue.product.product_rows import KnownFact, ProductRows, VariationOnSale
from vintner.catalogue.slugs import slug_of
from vintner.catalogue.wine_label import WineLabel

MOST_EMBEDDED: Final = 30
"""Variations that a page may carry whole.

With more, the browser requests the chosen one (docs/behaviour/catalogue.md#variations-in-the-page).
"""


def product_options(rows: ProductRows) -> tuple[Option, ...]:
    """Return the choices of a variable product, values in the order in which its variations name them."""
    if rows.kind == Product.Kind.SIMPLE:
        return ()
    values: dict[tuple[str, str], dict[str, None]] = {}
    for bottle in rows.bottles:
        for chosen in bottle.choices:
            values.setdefault((chosen.name, chosen.slug), {})[chosen.value] = None
    return tuple(
        Option(name=name, field=f"attribute_{slug}", values=tuple(names)) for (name, slug), names in values.items()
    )


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
        Combination(variation_id=each.id, choices=_choices(each), most=largest_quantity(rows, each))
        for each in rows.bottles
    )


def variation_choice(rows: ProductRows, bottle: VariationOnSale) -> VariationChoice:
    """Return all that the page shows of a variation."""
    stock = bottle.offer.stock
    return VariationChoice(
        variation_id=bottle.id,
        choices=_choices(bottle),
        title=bottle.label.title,
        sku=bottle.sku or rows.sku,
        price=price_words([bottle.offer]),
        unit=unit_text(rows, bottle.label),
        stock=stock_text(stock),
        stock_kind=stock.availability,
        most=largest_quantity(rows, bottle),
        image=bottle.picture,
        facts=joined_facts((*bottle.choices, *bottle.facts)),
    )


def find_variation(rows: ProductRows, values: Mapping[str, str]) -> VariationOnSale | None:
    """Return the variation whose options all have these values: attribute_vintage → '2019' or its slug."""
    wanted = {field: slug_of(value) for field, value in values.items()}
    return next((each for each in rows.bottles if _slugs(each).items() <= wanted.items()), None)


def unit_text(rows: ProductRows, label: WineLabel) -> str:
    """Return what a price is for: 'per bottle · 500 ml', 'every month · First box $19.00'."""
    if rows.plan is not None:
        return " · ".join(filter(None, (rows.plan.cadence.words, trial_words(rows.plan), label.size)))
    return " · ".join(filter(None, ("per bottle" if rows.alcoholic else "each", label.size)))


def largest_quantity(rows: ProductRows, bottle: VariationOnSale) -> int:
    """Return the largest quantity of a variation that a cart may hold."""
    return bottle.offer.stock.most(sold_individually=rows.sold_individually)


def joined_facts(known: Iterable[KnownFact]) -> tuple[Fact, ...]:
    """Return the facts with the values of one attribute joined."""
    joined: dict[tuple[str, str], list[str]] = {}
    for fact in known:
        joined.setdefault((fact.slug, fact.name), []).append(fact.value)
    return tuple(Fact(slug=slug, name=name, value=", ".join(values)) for (slug, name), values in joined.items())


def _choices(bottle: VariationOnSale) -> dict[str, str]:
    return {f"attribute_{chosen.slug}": chosen.value for chosen in bottle.choices}


def _slugs(bottle: VariationOnSale) -> dict[str, str]:
    return {field: slug_of(value) for field, value in _choices(bottle).items()}
