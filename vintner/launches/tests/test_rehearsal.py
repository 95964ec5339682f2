"""Staff sees what will be at the moment, and nothing of it stays."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from vintner.alerts.models import Alert
from vintner.catalogue.models import Product, StockMovement
from vintner.launches.launching import carry_out
from vintner.launches.models import LaunchPlan
from vintner.launches.rehearsal import check_plan
from vintner.launches.tests.plans import MOMENT, NOW, make_plan
from vintner.notices.models import StoreNotice
from vintner.orders.models import Email
from vintner.testing.builders import make_picture, make_user
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db
PROPS = {"accept": "application/json"}


def address(plan: LaunchPlan, part: str) -> str:
    return f"/admin/launches/launchplan/{plan.pk}/preview/{part}/"


def rehearsal(plan: LaunchPlan) -> str:
    return f"/admin/launches/launchplan/{plan.pk}/rehearse/"


def test_the_page_and_the_card_are_as_at_the_moment(staff: Client) -> None:
    plan = make_plan(hide_price=True, bottles=2, notice_text="It is here.")
    Product.objects.update(published=False)
    response = staff.get(address(plan, "page"), headers=PROPS)
    page = response.json()
    assert (page["price"]["current"], page["price"]["regular"], page["stock"]) == ("$15.00", "$20.00", "Only 2 left")
    assert (page["can_buy"], page["coming_soon"], page["dynamic_pricing"]) == (True, "", False)
    assert page["shared"]["store_notice"]["text"] == "It is here."
    assert "no-store" in response["Cache-Control"]
    (card,) = staff.get(address(plan, "listing"), headers=PROPS).json()["cards"]
    assert (card["price"]["current"], card["can_add"]) == ("$15.00", True)
    assert not StockMovement.objects.exists()
    assert not Product.objects.get().published


def test_a_preview_is_for_those_who_may_see_launches(client: Client) -> None:
    plan = make_plan()
    for part in ("page", "listing", "email"):
        assert client.get(address(plan, part)).status_code == 302
    client.force_login(make_user("viewer@example.com", is_staff=True))
    assert client.get(address(plan, "page")).status_code == 403


def test_the_email_is_shown_and_sent_to_the_one_who_asks_alone(staff: Client) -> None:
    plan = make_plan(email_text="We kept ten cases back.")
    Alert.objects.create(product=plan.product, email="ada@example.com", consent="yes", confirmed_at=NOW)
    assert "We kept ten cases back." in staff.get(rehearsal(plan)).content.decode()
    assert "We kept ten cases back." in staff.get(address(plan, "email")).content.decode()
    assert not Email.objects.exists()
    assert staff.post(rehearsal(plan), {"send": "1"}).status_code == 302
    assert list(Email.objects.values_list("to", flat=True)) == ["manager@example.com"]
    assert Alert.objects.get().sent_at is None


def wrong(plan: LaunchPlan) -> list[str]:
    return [point.text for point in check_plan(plan) if not point.is_fine]


def test_the_list_names_what_is_missing() -> None:
    open_store()
    plan = make_plan(bottles=1)
    Product.objects.update(published=False)
    for name in ("ada", "eve"):
        Alert.objects.create(product=plan.product, email=f"{name}@example.com", consent="yes", confirmed_at=NOW)
    assert wrong(plan) == [
        "The wine is not published. Publish it before the moment: otherwise nothing of this happens.",
        "It has no picture.",
        "2 confirmed addresses wait for 1 bottles: not all will get one.",
    ]
    plan.rows.update(bottles=2)
    Product.objects.update(published=True, picture=make_picture())
    assert wrong(plan) == []
    plan.rows.get().variation.product.variations.update(sale_price=None)
    assert [text.partition(": ")[2] for text in wrong(plan)] == ["its sale was changed in the wine's own form."]


def test_the_banner_is_as_at_the_moment(staff: Client) -> None:
    def banner() -> str:
        return str(staff.get(address(plan, "page"), headers=PROPS).json()["shared"]["store_notice"]["text"])

    plan = make_plan(notice_text="It is here.", notice_days=2)
    today = StoreNotice.objects.create(text="Today alone", ends_at=MOMENT - timedelta(minutes=1))
    assert banner() == "It is here."
    hidden = [text for text in wrong(plan) if "banner" in text]
    assert hidden == []
    newer = StoreNotice.objects.create(text="Ship week", starts_at=MOMENT - timedelta(minutes=1))
    assert banner() == "Ship week"
    assert any("“Ship week”" in text for text in wrong(plan))
    newer.delete()
    today.delete()
    StoreNotice.objects.update(enabled=False)
    assert staff.get(address(plan, "page"), headers=PROPS).json()["shared"]["store_notice"] is None
    assert any("switched off" in text for text in wrong(plan))


def test_staff_cancels_by_saying_what_becomes_of_the_wine(staff: Client) -> None:
    plan = make_plan(timezone.now() + timedelta(hours=1))
    staff.post(rehearsal(plan), {"cancel": "whatever"})
    plan.refresh_from_db()
    assert plan.is_open
    staff.post(rehearsal(plan), {"cancel": "unpublish"})
    plan.refresh_from_db()
    assert plan.cancelled_at is not None
    assert not Product.objects.get().published
    assert "This launch is canceled." in staff.get(rehearsal(plan)).content.decode()
    assert staff.post(rehearsal(plan), {"cancel": "keep"}).status_code == 403


def test_a_wine_that_is_not_published_stays_so_when_its_launch_is_cancelled(staff: Client) -> None:
    plan = make_plan(timezone.now() + timedelta(hours=1))
    Product.objects.update(published=False)
    text = staff.get(rehearsal(plan)).content.decode()
    assert "is not published, and stays so" in text
    assert "goes on sale on" not in text
    staff.post(rehearsal(plan), {"cancel": "unpublish"})
    plan.refresh_from_db()
    assert (plan.is_open, plan.had_no_wine, Product.objects.get().published) == (False, False, False)


def test_what_happened_is_not_rehearsed(staff: Client) -> None:
    plan = make_plan()
    carry_out(MOMENT)
    assert staff.get(address(plan, "page")).status_code == 404
    assert staff.get(rehearsal(plan)).status_code == 200
