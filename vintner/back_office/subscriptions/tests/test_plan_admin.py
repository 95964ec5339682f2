"""Plans in the admin: no nonsense is saved, and what has subscribers stays."""

import pytest
from django.test import Client

from vintner.back_office.subscriptions.tests.manager import manager as manager
from vintner.catalogue.models import Plan
from vintner.testing.builders import make_box_wine, make_plan, make_subscription, make_user
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db


def change(client: Client, plan: Plan, **fields: str) -> str:
    """Send the form of a plan as a browser does; return the page that follows."""
    address = f"/admin/catalogue/plan/{plan.pk}/change/"
    form = read_form(client.get(address).content.decode(), "plan_form")
    return client.post(
        address, {**form, **{name: [text] for name, text in fields.items()}}, follow=True
    ).content.decode()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"trial_boxes": "4", "trial_price": "10", "most_boxes": "3"}, "Enter 3 or less"),
        ({"trial_boxes": "1", "trial_price": "10000.01"}, "Enter $10,000.00 at most."),
        ({"trial_boxes": "0", "trial_price": "10"}, "Enter how many boxes cost the trial price"),
        ({"trial_boxes": "1", "trial_price": ""}, "Enter what a box costs during the trial."),
        ({"least_boxes": "4", "most_boxes": "3"}, "Enter 4 or more, or 0."),
    ],
)
def test_a_plan_that_contradicts_itself_is_refused(manager: Client, fields: dict[str, str], words: str) -> None:
    plan = make_plan()
    assert words in change(manager, plan, **fields)
    plan.refresh_from_db()
    assert (plan.trial_boxes, plan.trial_price, plan.most_boxes, plan.least_boxes) == (0, None, 0, 0)


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("interval_count", "0", "from 1 to 99."),
        ("interval_count", "-1", "from 1 to 99."),
        ("interval_count", "100", "from 1 to 99."),
        ("interval_count", "two", "from 1 to 99."),
        ("bottles", "0", "from 1 to 999."),
        ("longest_pause", "-1", "from 0 to 365."),
    ],
)
def test_a_number_out_of_its_range_is_told_what_the_range_is(
    manager: Client, field: str, text: str, words: str
) -> None:
    page = change(manager, make_plan(), **{field: text})
    assert page.count(f"Please enter a number {words}") == 1
    assert "Ensure this value" not in page


def test_letters_in_place_of_a_price_are_one_error(manager: Client) -> None:
    page = change(manager, make_plan(), trial_boxes="1", trial_price="ten")
    assert "Enter a number." in page
    assert "Enter what a box costs" not in page


def test_a_trial_that_is_dearer_than_its_wine_is_saved_with_a_warning(manager: Client) -> None:
    plan = make_plan()
    wine = make_box_wine(plan, price="20.00")
    assert f"The trial price of $25.00 is above the price of {wine}: $20.00." in change(
        manager, plan, trial_boxes="1", trial_price="25"
    )
    assert "is above the price" not in change(manager, plan, trial_price="15")


def test_a_plan_says_whom_a_change_concerns(manager: Client) -> None:
    plan = make_plan()
    address = f"/admin/catalogue/plan/{plan.pk}/change/"
    assert "It has no subscribers yet." in manager.get(address).content.decode()
    make_subscription(make_box_wine(plan))
    page = manager.get(address).content.decode()
    assert "1 subscriber keeps the terms they agreed to" in page
    assert manager.get(f"/admin/subscriptions/subscription/?plan__id__exact={plan.pk}").status_code == 200
    assert f"/admin/subscriptions/subscription/?plan__id__exact={plan.pk}" in page


@pytest.mark.parametrize("is_superuser", [True, False])
def test_what_has_subscribers_is_not_deleted_and_says_why(manager: Client, is_superuser: bool) -> None:
    client = manager
    if is_superuser:
        client = Client()
        client.force_login(make_user(is_staff=True, is_superuser=True))
    plan = make_plan()
    wine = make_box_wine(plan)
    make_subscription(wine)
    for address in (f"/admin/catalogue/plan/{plan.pk}/delete/", f"/admin/catalogue/product/{wine.pk}/delete/"):
        page = client.post(address, {"post": "yes"}, follow=True).content.decode()
        assert "It has 1 subscriber" in page
    assert Plan.objects.filter(pk=plan.pk, products=wine).exists()


def test_a_plan_without_subscribers_is_deleted(manager: Client) -> None:
    plan = make_plan()
    manager.post(f"/admin/catalogue/plan/{plan.pk}/delete/", {"post": "yes"})
    assert not Plan.objects.exists()


@pytest.mark.parametrize("action", ["change", "delete"])
def test_a_plan_that_does_not_exist_is_not_found(manager: Client, action: str) -> None:
    assert manager.get(f"/admin/catalogue/plan/999999/{action}/").status_code == 404
