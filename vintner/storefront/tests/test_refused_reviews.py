"""What is refused of a review, and how often somebody may write."""

import pytest
from django.test import Client
from pytest_django import Settings

from vintner.catalogue.models import Product, Review
from vintner.storefront.tests.reviewing import FIELDS, bought, page, refused, send
from vintner.storefront.tests.reviewing import rested as rested
from vintner.storefront.tests.reviewing import wine as wine
from vintner.testing.builders import make_product, make_review, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("sent", "field", "words"),
    [
        ({"comment": " \n "}, "comment", "Please write a few words"),
        ({"comment": "x" * 5001}, "comment", "Please keep to 5,000 characters; these are 5001."),
        ({"author": ""}, "author", "Please tell us your name."),
        ({"author": "x" * 101}, "author", "100 characters"),
        ({"email": ""}, "email", "Please tell us your email address."),
        ({"email": "ana at example"}, "email", "does not look like an email address"),
        ({"email": "a@b.example, c@d.example"}, "email", "does not look like an email address"),
        ({"topic": "cheap pills"}, "topic", "please send again"),
    ],
)
def test_what_is_missing_or_wrong_is_said(
    client: Client, wine: Product, sent: dict[str, str], field: str, words: str
) -> None:
    problems = refused(client, wine, **sent)
    assert [each[0] for each in problems] == [field]
    assert words in problems[0][1]
    assert not Review.objects.exists()


def test_all_that_is_wrong_is_said_at_once_in_the_order_of_the_form(client: Client, wine: Product) -> None:
    fields = [field for field, _ in refused(client, wine, comment="", author="", email="")]
    assert fields == ["comment", "author", "email"]


@pytest.mark.parametrize("rating", ["0", "6", "-3", "five", ""])
def test_a_rating_out_of_range_is_ignored(client: Client, wine: Product, rating: str) -> None:
    send(client, wine, rating=rating)
    assert Review.objects.get().rating is None


def test_without_a_script_the_stars_are_the_rating(client: Client, wine: Product) -> None:
    send(client, wine, rating="", stars="2")
    assert Review.objects.get().rating == 2


def test_a_rating_may_be_required(client: Client, wine: Product, settings: Settings) -> None:
    settings.REVIEW_RATING_REQUIRED = True
    assert refused(client, wine, rating="6") == [("rating", "Please rate the product.")]
    assert page(client, wine.get_absolute_url())["form"]["rating_required"] is True


def test_the_same_review_is_taken_once(client: Client, wine: Product) -> None:
    send(client, wine)
    (problem,) = refused(client, wine, author="Another Name")
    assert problem[0] == "comment"
    assert "already" in problem[1]


def test_reviews_follow_each_other_slowly(client: Client, wine: Product) -> None:
    send(client, wine)
    same_place = refused(client, wine, comment="Still good.", email="jo@example.com")
    same_author = refused(Client(REMOTE_ADDR="10.0.0.2"), wine, comment="Still good.")
    assert same_place == same_author
    assert "wait a few seconds" in same_author[0][1]
    send(Client(REMOTE_ADDR="10.0.0.3"), wine, email="mo@example.com")


def test_a_mistake_costs_no_waiting(client: Client, wine: Product) -> None:
    refused(client, wine, comment="")
    send(client, wine)


def test_an_hour_has_room_for_so_many_reviews(client: Client, wine: Product, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"review_pace": (100, 15), "reviews": (2, 3600)}
    send(client, wine, comment="One.")
    send(client, wine, comment="Two.")
    assert "in an hour" in refused(client, wine, comment="Three.")[0][1]


def test_where_reviews_are_closed_there_is_no_form_and_none_is_taken(client: Client) -> None:
    wine = make_product()
    Product.objects.filter(pk=wine.pk).update(reviews_allowed=False)
    make_review(wine, text="From before.")
    shown = page(client, wine.get_absolute_url())
    assert shown["form"] is None
    assert len(shown["notes"]) == 1
    assert refused(client, wine) == [("", "Reviews are closed for this wine.")]


def test_only_buyers_may_write_where_the_store_says_so(client: Client, wine: Product, settings: Settings) -> None:
    settings.REVIEWS_BY_BUYERS_ONLY = True
    note = page(client, wine.get_absolute_url())["form"]["note"]
    assert "bought this wine here" in note
    bought(wine, "ana@example.com")
    assert refused(client, wine) == [("", note)], "an address proves nothing"
    jane = make_user("jane@example.com")
    client.force_login(jane)
    assert refused(client, wine) == [("", note)]
    bought(wine, "jane@example.com")
    send(client, wine)


@pytest.mark.parametrize(
    "headers", [{"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}, {"origin": "null"}]
)
def test_a_form_on_another_site_is_refused(client: Client, wine: Product, headers: dict[str, str]) -> None:
    assert client.post(f"{wine.get_absolute_url()}reviews/", FIELDS, headers=headers).status_code == 403
    assert not Review.objects.exists()


@pytest.mark.parametrize("field", ["status", "verified", "user", "user_id", "product", "created_at", "reply", "id"])
def test_nothing_else_can_be_set(client: Client, wine: Product, field: str) -> None:
    client.post(f"{wine.get_absolute_url()}reviews/", FIELDS | {field: "approved" if field == "status" else "1"})
    kept = Review.objects.get()
    assert (kept.status, kept.verified, kept.user, kept.product, kept.reply) == ("pending", False, None, wine, "")


@pytest.mark.parametrize("method", ["get", "post"])
def test_what_is_not_published_has_no_reviews(client: Client, method: str) -> None:
    hidden = make_product(published=False)
    for url in (f"{hidden.get_absolute_url()}reviews/", "/product/none/reviews/"):
        assert getattr(client, method)(url, FIELDS).status_code == 404
