"""Shoppers write reviews."""

import re

import pytest
from django.test import Client

from vintner.catalogue.models import Product, Review
from vintner.catalogue.reviews import reviews
from vintner.orders.models import Email
from vintner.storefront.tests.reviewing import FIELDS, JSON, approved, bought, known, page, refused, send
from vintner.storefront.tests.reviewing import rested as rested
from vintner.storefront.tests.reviewing import wine as wine
from vintner.testing.builders import make_product, make_user

pytestmark = pytest.mark.django_db


# What becomes of a review


def test_a_strangers_review_waits_and_only_its_author_sees_it(client: Client, wine: Product) -> None:
    answer = send(client, wine)
    note = answer["reviews"]["notes"][0]
    assert (note["awaiting"], note["text"], note["rating"]) == (True, "Better on the second day.", 4)
    assert answer["reviews"]["title"] == "There are no reviews yet."
    kept = Review.objects.get()
    assert (kept.status, kept.email, kept.author, kept.user) == ("pending", "ana@example.com", "Ana Reis", None)
    assert page(Client(), wine.get_absolute_url())["notes"] == []
    shown = page(Client(), answer["url"])
    assert [each["awaiting"] for each in shown["notes"]] == [True]


def test_the_page_with_a_held_review_is_kept_by_no_cache(client: Client, wine: Product) -> None:
    url = send(client, wine)["url"]
    props = {"Accept": "application/json"}  # HTML without a renderer is kept by nobody either
    assert "no-store" in client.get(url, headers=props)["Cache-Control"]
    assert "no-store" not in client.get(wine.get_absolute_url(), headers=props).get("Cache-Control", "")


@pytest.mark.parametrize("signature", ["1", "x", "MQ:1abcde:fffff", ""])
def test_a_held_review_is_shown_for_its_signature_only(client: Client, wine: Product, signature: str) -> None:
    send(client, wine)
    assert page(client, f"{wine.get_absolute_url()}?written={signature}")["notes"] == []


def test_a_signature_opens_nothing_that_was_rejected_or_is_elsewhere(client: Client, wine: Product) -> None:
    url = send(client, wine)["url"]
    query = url.split("?")[1].split("#")[0]
    assert page(client, f"{make_product().get_absolute_url()}?{query}")["notes"] == []
    reviews.set_status(Review.objects.all(), Review.Status.REJECTED)
    assert page(client, url)["notes"] == []


def test_the_merchant_is_told_of_a_held_review_once_and_of_no_other(client: Client, wine: Product) -> None:
    send(client, wine, comment="Is <b>this</b> safe & sound?")
    email = Email.objects.get()
    assert email.subject == "[Vintner]: A review of Alder Ridge waits for you"
    assert (email.to, email.order, email.kind) == ("cellar@vintner.example", None, "review_held")
    assert "Is <b>this</b> safe & sound?" in email.text
    assert "Is &lt;b&gt;this&lt;/b&gt; safe &amp; sound?" in email.html
    assert "/admin/catalogue/review/?status__exact=pending" in email.html
    jo = Client(REMOTE_ADDR="10.0.0.2")
    known(jo, "jo@example.com")
    send(jo, wine, email="jo@example.com")
    assert Email.objects.filter(kind="review_held").count() == 1


def test_a_known_authors_review_is_seen_and_counted_at_once(client: Client, wine: Product) -> None:
    known(client)
    answer = send(client, wine)
    shown = page(Client(), wine.get_absolute_url())
    assert (shown["title"], shown["count"]) == ("1 review for Alder Ridge", 1)
    assert shown["rating"] == {"average": "4.0", "count": 1}
    assert shown["distribution"] == [0, 1, 0, 0, 0]
    assert answer["reviews"] == shown


@pytest.mark.parametrize("has_account", [False, True])
def test_another_s_address_is_no_way_past_the_merchant(client: Client, wine: Product, *, has_account: bool) -> None:
    approved("ana@example.com")
    bought(wine, "ana@example.com")
    if has_account:
        client.force_login(make_user("ana@example.com"))
    note = send(client, wine)["reviews"]["notes"][0]
    assert (note["awaiting"], note["verified"], Review.objects.get(product=wine).status) == (True, False, "pending")


def test_an_account_is_known_by_its_own_reviews(client: Client, wine: Product) -> None:
    jane = make_user("jane@example.com")
    approved("jane@old.example.com", user=jane)
    client.force_login(jane)
    assert send(client, wine)["reviews"]["notes"][0]["awaiting"] is False


def test_the_account_says_who_writes(client: Client, wine: Product) -> None:
    jane = make_user("jane@example.com", first_name="Jane", last_name="Doe")
    client.force_login(jane)
    send(client, wine, author="Somebody Else", email="else@example.com")
    kept = Review.objects.get()
    assert (kept.user, kept.author, kept.email) == (jane, "Jane Doe", "jane@example.com")


def test_an_account_without_a_name_is_asked_for_one(client: Client, wine: Product) -> None:
    client.force_login(make_user("jane@example.com", first_name="", last_name=""))
    assert refused(client, wine, author="") == [("author", "Please tell us your name.")]
    send(client, wine, author="Jane", email="")
    assert Review.objects.get().author == "Jane"


def test_the_form_asks_who_is_writing(client: Client, wine: Product) -> None:
    url = f"{wine.get_absolute_url()}reviews/"
    assert client.get(url, headers=JSON).json() == {"signed_in": False, "name": ""}
    client.force_login(make_user("jane@example.com", first_name="Jane", last_name="Doe"))
    response = client.get(url, headers=JSON)
    assert response.json() == {"signed_in": True, "name": "Jane Doe"}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize(
    ("buyer", "status", "verified"),
    [
        ("ana@example.com", "completed", True),
        ("ANA@example.com", "processing", True),
        ("ana@example.com", "pending", False),
        ("ana@example.com", "refunded", False),
        ("jo@example.com", "completed", False),
    ],
)
def test_who_paid_for_the_wine_is_a_verified_buyer(
    client: Client, wine: Product, buyer: str, status: str, verified: bool
) -> None:
    bought(wine, buyer, status=status)
    note = send(client, wine)["reviews"]["notes"][0]
    assert Review.objects.get().verified is verified
    assert note["verified"] is False, "nobody finds out who bought what by trying addresses"
    reviews.set_status(Review.objects.all(), Review.Status.APPROVED)
    assert page(client, wine.get_absolute_url())["notes"][0]["verified"] is verified


def test_an_order_of_the_account_counts_whatever_its_address(client: Client, wine: Product) -> None:
    jane = make_user("jane@example.com")
    bought(wine, "other@example.com", user=jane)
    client.force_login(jane)
    send(client, wine)
    assert Review.objects.get().verified is True


def test_an_order_of_another_wine_verifies_nothing(client: Client, wine: Product) -> None:
    bought(make_product(), "ana@example.com")
    send(client, wine)
    assert Review.objects.get().verified is False


ATTACKS = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg/onload=alert(1)>',
    "javascript:alert(1)",
    "{{7*7}}${7*7}",
    "]]><!--",
    "__csrf_token__",
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_markup_in_a_review_is_text_wherever_it_is_shown(client: Client, wine: Product, attack: str) -> None:
    known(client)
    send(client, wine, comment=attack, author=attack)
    kept = Review.objects.get(product=wine)
    assert (kept.text, kept.author) == (attack, attack)
    html = client.get(wine.get_absolute_url()).content.decode()
    assert not re.search(r"<script>alert|<img src=x|<svg/onload|\]\]><!--", html)
    client.force_login(make_user(is_staff=True, is_superuser=True))
    for url in ("/admin/catalogue/review/", f"/admin/catalogue/review/{kept.pk}/change/"):
        staff_html = client.get(url).content.decode()
        assert not re.search(r"<script>alert|<img src=x|<svg/onload", staff_html)


# Without JavaScript


def test_a_plain_form_leads_to_the_review(client: Client, wine: Product) -> None:
    known(client)
    response = client.post(f"{wine.get_absolute_url()}reviews/", FIELDS)
    kept = Review.objects.get(product=wine)
    url = response["Location"]
    assert response.status_code == 302
    assert url.startswith(f"{wine.get_absolute_url()}?written=")
    assert url.endswith(f"#comment-{kept.pk}")
    assert [note["awaiting"] for note in page(client, url)["notes"]] == [False]
    assert "no-store" in client.get(url)["Cache-Control"], "a kept page may be half a second old"


def test_a_plain_form_comes_back_with_what_was_typed_and_what_is_wrong(client: Client, wine: Product) -> None:
    response = client.post(
        f"{wine.get_absolute_url()}reviews/", FIELDS | {"email": "ana at", "rating": "", "stars": "3"}
    )
    assert response.status_code == 422
    assert "no-store" in response["Cache-Control"]
    props = re.search(r'<script[^>]*id="page"[^>]*>(.*?)</script>', response.content.decode(), re.DOTALL)
    assert props
    assert '"comment":"Better on the second day."' in props[1]
    assert '"author":"Ana Reis"' in props[1]
    assert '"email":"ana at"' in props[1]
    assert '"rating":3' in props[1]
    assert '"field":"email"' in props[1]


def test_the_address_of_the_form_leads_to_the_reviews(client: Client, wine: Product) -> None:
    response = client.get(f"{wine.get_absolute_url()}reviews/")
    assert (response.status_code, response["Location"]) == (302, f"{wine.get_absolute_url()}#reviews")
