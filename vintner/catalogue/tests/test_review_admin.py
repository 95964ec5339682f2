"""The merchant moderates."""

from decimal import Decimal

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from vintner.catalogue.models import Product, Review
from vintner.testing.builders import make_product, make_review
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db
LIST = "/admin/catalogue/review/"


def act(staff: Client, action: str, *chosen: Review, only: str = "") -> None:
    """Choose an action for reviews in the list, which may be narrowed by a filter."""
    fields = {"action": action, "_selected_action": [str(each.pk) for each in chosen]}
    assert staff.post(LIST + only, fields).status_code == 302


def figures(wine: Product) -> tuple[int, Decimal]:
    wine.refresh_from_db()
    return wine.review_count, wine.rating_average


def test_the_list_shows_what_is_pending_and_how_many(staff: Client) -> None:
    make_review(make_product(name="Alder Ridge"), status="pending", text="Word " * 40)
    html = staff.get(f"{LIST}?status__exact=pending").content.decode()
    assert "Alder Ridge" in html
    assert "Pending" in html
    assert "(1)" in html


@pytest.mark.parametrize(
    ("action", "status"), [("approve", "approved"), ("reject", "rejected"), ("mark_as_spam", "spam")]
)
def test_many_are_decided_at_once_and_the_figures_follow(staff: Client, action: str, status: str) -> None:
    wine, other = make_product(), make_product()
    chosen = [make_review(wine, status="pending", rating=4), make_review(other, status="pending", rating=2)]
    left = make_review(wine, status="pending", rating=1)
    act(staff, action, *chosen, only="?status__exact=pending")
    assert {Review.objects.get(pk=each.pk).status for each in chosen} == {status}
    assert Review.objects.get(pk=left.pk).status == "pending"
    counted = 1 if status == "approved" else 0
    assert figures(wine) == (counted, Decimal(4 * counted))
    assert figures(other) == (counted, Decimal(2 * counted))
    assert LogEntry.objects.count() == 2


def test_one_is_decided_and_answered_but_its_words_stay(staff: Client) -> None:
    review = make_review(make_product(), status="pending", rating=4, text="My words.")
    address = f"{LIST}{review.pk}/change/"
    fields = read_form(staff.get(address).content.decode(), "review_form")
    fields |= {"status": ["approved"], "reply": ["Thank you."], "text": ["Other words."], "rating": ["5"]}
    assert staff.post(address, fields | {"verified": ["on"]}).status_code == 302
    review.refresh_from_db()
    assert (review.status, review.reply) == ("approved", "Thank you.")
    assert (review.text, review.rating, review.verified) == ("My words.", 4, False)
    assert figures(review.product) == (1, Decimal(4))


def test_deleting_takes_them_out_of_the_figures(staff: Client) -> None:
    wine = make_product()
    one, two, three = (make_review(wine, rating=rating) for rating in (1, 3, 5))
    staff.post(f"{LIST}{one.pk}/delete/", {"post": "yes"})
    assert figures(wine) == (2, Decimal(4))
    staff.post(LIST, {"action": "delete_selected", "_selected_action": [str(two.pk)], "post": "yes"})
    assert figures(wine) == (1, Decimal(5))
    assert list(Review.objects.all()) == [three]


def test_the_merchant_writes_no_reviews(staff: Client) -> None:
    assert staff.get(f"{LIST}add/").status_code == 403
