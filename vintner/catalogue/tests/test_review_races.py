"""Reviews written at the same moment."""

from functools import partial

import pytest
from django.utils import timezone

from vintner.catalogue.models import Product, Review
from vintner.catalogue.reviews import reviews
from vintner.catalogue.reviews.reviews import Draft
from vintner.testing.builders import make_product
from vintner.testing.races import run_together

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 8


def write(wine: Product, email: str, text: str) -> Review:
    draft = Draft(author="Ana", email=email, text=text, rating=4)
    return reviews.save_review(wine, draft, user=None, proven=True, verified=False, now=timezone.now())


def test_of_equal_posts_at_once_one_is_kept() -> None:
    wine = make_product()
    refused = run_together([partial(write, wine, "ana@example.com", "Lovely.")] * AT_ONCE)
    assert refused == ["twice"] * (AT_ONCE - 1)
    assert Review.objects.count() == 1


def test_every_review_counts_also_of_those_written_at_once() -> None:
    wine = make_product()
    for number in range(AT_ONCE):
        Review.objects.create(
            product=make_product(), author="Ana", email=f"ana{number}@example.com", text="Yes.", status="approved"
        )
    assert (
        run_together([partial(write, wine, f"ana{number}@example.com", "Lovely.") for number in range(AT_ONCE)]) == []
    )
    wine.refresh_from_db()
    assert (wine.review_count, wine.star_counts) == (AT_ONCE, [0, 0, 0, AT_ONCE, 0])
