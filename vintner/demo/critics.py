"""The style of the demo's wines, the years in which to drink them, and what critics gave them."""

from collections.abc import Iterable
from decimal import Decimal

from vintner.catalogue.models import CriticScore, Product, Variation
from vintner.demo.shapes import DemoScore, DemoWine, Years


def window_columns(years: Years) -> dict[str, int | None]:
    """Return the columns of a drink window."""
    first, last = years
    return {"drink_from": first or None, "drink_until": last or None}


def style_columns(wine: DemoWine) -> dict[str, int | Decimal | None]:
    """Return the columns of a wine's style."""
    style = wine.style
    return {
        **window_columns(wine.drink),
        "body": style.body,
        "acidity": style.acidity,
        "sweetness": style.sweetness,
        "tannin": style.tannin,
        "dosage": Decimal(wine.dosage) if wine.dosage else None,
    }


def add_scores(product: Product, scores: Iterable[DemoScore], *, only: Variation | None = None) -> None:
    """Add the scores of a wine, or `only` of one vintage of it."""
    CriticScore.objects.bulk_create(
        CriticScore(
            product=product,
            variation=only,
            source=score.source,
            points=Decimal(score.points),
            out_of=score.out_of,
            given_on=score.on,
        )
        for score in scores
    )
