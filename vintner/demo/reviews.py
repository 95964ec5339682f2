"""Writes the reviews of the demo store: each opinion stands under one wine of the kind it speaks of."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import cycle
from random import Random
from typing import Final

from vintner.catalogue.models import Product, Review
from vintner.catalogue.reviews import reviews
from vintner.demo.catalogue import OPINIONS, WINES
from vintner.demo.people import REVIEWERS
from vintner.demo.shapes import Colour, DemoWine, Opinion

SEED: Final = 1855
_BY_COLOUR: Final[dict[Colour, tuple[Opinion, ...]]] = {
    "Red": OPINIONS["reds"],
    "White": OPINIONS["whites"],
    "Rosé": OPINIONS["roses"],
    "Sparkling": OPINIONS["sparkling"],
    "Dessert": OPINIONS["sweet"],
    "Fortified": OPINIONS["sweet"],
}
_MOST_DAYS_AGO: Final = 700


def write_reviews(now: datetime) -> int:
    """Write the reviews of the wines, unless there are any; returns how many were written."""
    if Review.objects.filter(product__sku__in=[wine.sku for wine in WINES]).exists():
        return 0
    by_sku = Product.objects.in_bulk([wine.sku for wine in WINES], field_name="sku")
    rng = Random(SEED)  # noqa: S311 - the same demo everywhere
    names = cycle(rng.sample(REVIEWERS, len(REVIEWERS)))
    written = [_review(by_sku[wine.sku], opinion, next(names), now, rng) for wine, opinion in deal(rng)]
    Review.objects.bulk_create(written)
    reviews.refresh_ratings(review.product_id for review in written)
    return len(written)


def deal(rng: Random) -> Iterator[tuple[DemoWine, Opinion]]:
    """Yield each opinion once with the wine it is about. Each wine gets one, those that sell well more.

    What can be said of any wine is said of the best seller: its reviews fill several pages.
    """
    reviewed = [wine for wine in WINES if wine.sold]
    for colours in (("Red",), ("White",), ("Rosé",), ("Sparkling",), ("Dessert", "Fortified")):
        wines = [wine for wine in reviewed if wine.colour in colours]
        said = _BY_COLOUR[wines[0].colour]
        firsts = rng.sample(wines, len(wines))[: len(said)]
        yield from zip(firsts, said, strict=False)
        for opinion in said[len(firsts) :]:
            yield _pick(wines, rng), opinion
    best = max(reviewed, key=lambda wine: wine.sold)
    yield from ((best, opinion) for opinion in OPINIONS["any"])


def _pick(wines: list[DemoWine], rng: Random) -> DemoWine:
    return rng.choices(wines, weights=[20 + wine.sold for wine in wines])[0]


def _review(product: Product, opinion: Opinion, author: str, now: datetime, rng: Random) -> Review:
    return Review(
        product=product,
        author=author,
        rating=opinion.rating,
        text=opinion.text,
        reply=opinion.reply,
        verified=rng.random() < 0.8,
        status=Review.Status.APPROVED,
        created_at=now - timedelta(days=rng.randint(2, _MOST_DAYS_AGO), seconds=rng.randint(0, 86_399)),
    )
