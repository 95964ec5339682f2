"""Shoppers read reviews, page by page."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.models import Product, Review
from vintner.catalogue.reviews import reviews
from vintner.testing.builders import make_product, make_review

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def unkept() -> Iterator[None]:
    """No page is kept from another test."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def wine() -> Product:
    return make_product(name="Alder Ridge")


def page(client: Client, address: str, status: int = 200) -> dict[str, Any]:
    """Return the reviews that a page shows."""
    response = client.get(address, headers={"accept": "application/json"})
    assert response.status_code == status
    return response.json().get("reviews") or {}


@pytest.fixture
def talked_about(wine: Product) -> Product:
    """23 reviews, an hour apart; the highest number is the newest."""
    now = timezone.now()
    Review.objects.bulk_create(
        Review(
            product=wine,
            author=f"Taster {number}",
            text=f"Review {number}",
            rating=5,
            status="approved",
            created_at=now - timedelta(hours=100 - number),
        )
        for number in range(1, 24)
    )
    reviews.refresh_ratings([wine.pk])
    return wine


@pytest.mark.parametrize(
    ("suffix", "number", "first", "last"),
    [
        ("", 1, 23, 14),
        ("comment-page-2/", 2, 13, 4),
        ("comment-page-3/", 3, 3, 1),
        ("?cpage=2", 2, 13, 4),
        ("?cpage=nonsense", 1, 23, 14),
        ("?cpage=1", 1, 23, 14),
    ],
)
def test_reviews_come_ten_a_page_newest_first(
    client: Client, talked_about: Product, suffix: str, number: int, first: int, last: int
) -> None:
    shown = page(client, talked_about.get_absolute_url() + suffix)
    assert (shown["page"], shown["pages"], shown["count"]) == (number, 3, 23)
    assert (shown["notes"][0]["text"], shown["notes"][-1]["text"]) == (f"Review {first}", f"Review {last}")


def test_pages_know_their_neighbours(client: Client, talked_about: Product) -> None:
    url = talked_about.get_absolute_url()
    first, second, third = (page(client, f"{url}?cpage={number}") for number in (1, 2, 3))
    assert (first["newer_url"], first["older_url"]) == ("", f"{url}comment-page-2/#comments")
    assert (second["newer_url"], second["older_url"]) == (f"{url}#reviews", f"{url}comment-page-3/#comments")
    assert (third["newer_url"], third["older_url"]) == (f"{url}comment-page-2/#comments", "")


def test_every_page_names_the_wines_own_address(client: Client, talked_about: Product) -> None:
    html = client.get(f"{talked_about.get_absolute_url()}comment-page-2/").content.decode()
    assert f'rel="canonical" href="http://127.0.0.1:8000{talked_about.get_absolute_url()}"' in html


@pytest.mark.parametrize("suffix", ["comment-page-4/", "comment-page-0/", "comment-page-99999999/", "?cpage=4"])
def test_a_page_that_is_not_there_is_not_found(client: Client, talked_about: Product, suffix: str) -> None:
    page(client, talked_about.get_absolute_url() + suffix, 404)


def test_the_first_page_has_one_address(client: Client, talked_about: Product) -> None:
    response = client.get(f"{talked_about.get_absolute_url()}comment-page-1/")
    assert (response.status_code, response["Location"]) == (302, f"{talked_about.get_absolute_url()}#reviews")


def test_the_store_may_answer(client: Client, wine: Product) -> None:
    review = make_review(wine)
    Review.objects.filter(pk=review.pk).update(reply="Thank you.")
    assert page(client, wine.get_absolute_url())["notes"][0]["reply"] == "Thank you."


def test_a_page_of_reviews_takes_few_queries(
    client: Client, talked_about: Product, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    url = f"{talked_about.get_absolute_url()}comment-page-2/"
    client.get(url)
    with django_assert_max_num_queries(8):
        assert client.get(url).status_code == 200
