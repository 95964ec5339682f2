"""What reviews add up to."""

from decimal import Decimal

import pytest
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue import reviews
from vintner.catalogue.models import Product, Review
from vintner.testing.builders import make_product, make_review

pytestmark = pytest.mark.django_db


def test_only_approved_ratings_count() -> None:
    wine = make_product()
    for rating in (5, 4, 4):
        make_review(wine, rating=rating)
    make_review(wine, rating=1, status=Review.Status.PENDING)
    make_review(wine, rating=1, status=Review.Status.REJECTED)
    make_review(wine, rating=None, text="No stars, just words.")

    assert (wine.rating_average, wine.rating_count) == (Decimal("4.33"), 3)


def test_without_approved_ratings_the_average_is_nothing() -> None:
    wine = make_product()
    review = make_review(wine, rating=5)
    Review.objects.filter(pk=review.pk).update(status=Review.Status.REJECTED)

    assert reviews.refresh_ratings([wine.pk]) == 1
    wine.refresh_from_db()
    assert (wine.rating_average, wine.rating_count) == (Decimal(0), 0)


def test_all_products_take_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    wines = [make_product() for _ in range(5)]
    for wine in wines:
        make_review(wine, rating=4)
    Product.objects.update(rating_count=0)

    with django_assert_num_queries(1):
        assert reviews.refresh_ratings(wine.pk for wine in wines) == len(wines)
