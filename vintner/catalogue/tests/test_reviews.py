"""What reviews add up to."""

from decimal import Decimal

import pytest
from django.db import IntegrityError
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.models import Product, Review
from vintner.catalogue.reviews import reviews
from vintner.catalogue.reviews.reviews import Draft
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_review, make_user

pytestmark = pytest.mark.django_db


def test_only_approved_ratings_count() -> None:
    wine = make_product()
    for rating in (5, 4, 4):
        make_review(wine, rating=rating)
    make_review(wine, rating=1, status=Review.Status.PENDING)
    make_review(wine, rating=1, status=Review.Status.REJECTED)
    make_review(wine, rating=None, text="No stars, just words.")

    assert (wine.rating_average, wine.rating_count) == (Decimal("4.33"), 3)
    assert (wine.review_count, wine.star_counts) == (4, [0, 0, 0, 2, 1])


def test_without_approved_ratings_the_average_is_nothing() -> None:
    wine = make_product()
    review = make_review(wine, rating=5)
    Review.objects.filter(pk=review.pk).update(status=Review.Status.REJECTED)

    assert reviews.refresh_ratings([wine.pk]) == 1
    wine.refresh_from_db()
    assert (wine.rating_average, wine.rating_count) == (Decimal(0), 0)
    assert (wine.review_count, wine.star_counts) == (0, [0, 0, 0, 0, 0])


def test_all_products_take_one_lock_and_one_update(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    wines = [make_product() for _ in range(5)]
    for wine in wines:
        make_review(wine, rating=4)
    Product.objects.update(rating_count=0)

    with django_assert_num_queries(2):
        assert reviews.refresh_ratings(wine.pk for wine in wines) == len(wines)


def draft(**other: str | int | None) -> Draft:
    values = {"author": "Ana", "email": "ana@example.com", "text": "Lovely.", "rating": 5} | other
    return Draft(**values)  # type: ignore[arg-type]


def write(wine: Product, user: User | None = None, *, proven: bool = False, **other: str | int | None) -> Review:
    return reviews.save_review(wine, draft(**other), user=user, proven=proven, verified=False, now=timezone.now())


def test_the_first_review_of_a_stranger_is_held_and_does_not_count() -> None:
    wine = make_product()
    assert write(wine).status == Review.Status.PENDING
    wine.refresh_from_db()
    assert (wine.review_count, wine.rating_count) == (0, 0)


@pytest.mark.parametrize(
    ("earlier", "expected"),
    [("approved", "approved"), ("pending", "pending"), ("rejected", "pending"), ("spam", "pending")],
)
def test_who_was_approved_once_is_heard_at_once(earlier: str, expected: str) -> None:
    first, wine = make_product(), make_product()
    Review.objects.filter(pk=write(first).pk).update(status=earlier)
    assert write(wine).status == Review.Status.PENDING, "anybody can type an address"
    assert write(wine, proven=True, text="Lovely, still.").status == expected
    wine.refresh_from_db()
    assert wine.review_count == (expected == "approved")


def test_an_account_is_known_whatever_its_address_is_now() -> None:
    ana = make_user("ana@example.com")
    first = write(make_product(), ana)
    reviews.set_status([first], Review.Status.APPROVED)
    assert write(make_product(), ana, email="new@example.com").status == Review.Status.APPROVED
    assert write(make_product(), None, email="new2@example.com").status == Review.Status.PENDING


def test_the_same_words_are_taken_once() -> None:
    wine = make_product()
    write(wine)
    with pytest.raises(Refusal) as refused:
        reviews.refuse_duplicate(wine, draft())
    assert (refused.value.code, refused.value.field) == ("twice", "comment")
    with pytest.raises(Refusal, match="already"):
        write(wine)
    write(wine, text="Lovely, still.")
    write(wine, email="jo@example.com")
    write(make_product())
    assert Review.objects.count() == 4


def test_other_faults_are_not_called_repetition() -> None:
    wine = make_product()
    with pytest.raises(IntegrityError):
        write(wine, rating=7)


def test_deciding_brings_the_figures_up_to_date() -> None:
    wine = make_product()
    first, second = write(wine), write(wine, text="And again.", rating=3)
    assert reviews.set_status([first, second], Review.Status.APPROVED) == 2
    assert reviews.set_status([first], Review.Status.SPAM) == 1
    assert reviews.set_status([first], Review.Status.SPAM) == 0
    wine.refresh_from_db()
    assert (wine.review_count, wine.star_counts, wine.rating_average) == (1, [0, 0, 1, 0, 0], Decimal("3.00"))
