"""Shoppers write reviews."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from vintner.catalogue.models import Product, Review
from vintner.catalogue.reviews import reviews
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders.emails import mailed_link
from vintner.orders.models import Email, Order, OrderLine
from vintner.testing.builders import make_product, make_review, make_user

pytestmark = pytest.mark.django_db

FIELDS = {"author": "Ana Reis", "email": "Ana@Example.com", "comment": "Better on the second day.", "rating": "4"}
JSON = {"accept": "application/json"}
Props = dict[str, Any]


@pytest.fixture(autouse=True)
def rested() -> Iterator[None]:
    """Nobody has written in the last hour."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def wine() -> Product:
    return make_product(name="Alder Ridge")


def known(client: Client, email: str = "ana@example.com") -> None:
    """Let the author be known: an earlier review of the address was approved, and a link mailed to it was opened."""
    approved(email)
    order = Order.objects.create(email=email, status="completed", billing={})
    mailed_link.send(order.pk, email)
    url = re.search(r"https?://\S+", Email.objects.get(order=order, kind="link").text)
    assert url
    client.get(urlsplit(url[0]).path)


def approved(email: str, user: User | None = None) -> None:
    earlier = Review.objects.create(product=make_product(), user=user, author="Ana", email=email, text="Fine.")
    reviews.set_status([earlier], Review.Status.APPROVED)


def send(client: Client, wine: Product, status: int = 200, **other: str) -> Props:
    """Post the form as the page's script does."""
    response = client.post(f"{wine.get_absolute_url()}reviews/", FIELDS | other, headers=JSON)
    assert response.status_code == status, response.content
    answer: Props = response.json()
    return answer


def refused(client: Client, wine: Product, **other: str) -> list[tuple[str, str]]:
    """Post what is refused; return fields and texts."""
    answer = send(client, wine, 422, **other)
    return [(problem["field"], problem["text"]) for problem in answer["problems"]]


def page(client: Client, address: str, status: int = 200) -> Props:
    """Return the reviews that a page shows."""
    response = client.get(address, headers=JSON)
    assert response.status_code == status
    return response.json().get("reviews") or {}


def bought(wine: Product, email: str, user: User | None = None, status: str = "completed") -> None:
    order = Order.objects.create(email=email, user=user, status=status, billing={})
    amount = Money(1000)
    OrderLine.objects.create(
        order=order, product_id=wine.pk, name=wine.name, quantity=1, regular_unit_price=amount, subtotal=amount
    )


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


# What is refused


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
    assert refused(client, wine) == [("", "This wine takes no reviews.")]


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
