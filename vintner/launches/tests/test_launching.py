"""A launch is carried out once, and its prices hold from the second on."""

from datetime import UTC, datetime, timedelta
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner import chaos
from vintner.alerts import alert_emails
from vintner.catalogue.models import Product, StockMovement, Variation
from vintner.launches import jobs
from vintner.launches.launching import BEFORE, carry_out
from vintner.launches.models import LaunchPlan
from vintner.launches.plans import apply_plan, cancel_plan, follow_product
from vintner.launches.record import describe_launch
from vintner.launches.tests.plans import MOMENT, NOW, make_plan
from vintner.money import Money
from vintner.notices.models import StoreNotice
from vintner.orders import orders
from vintner.orders.models import Email
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, only_variation
from vintner.testing.orders import new_order
from vintner.testing.races import run_together

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def received(plan: LaunchPlan) -> list[int]:
    moved = StockMovement.objects.filter(variation__product=plan.product_id).order_by("pk")
    return list(moved.values_list("quantity", flat=True))


def test_the_wine_has_what_is_planned_from_the_moment_on() -> None:
    plan = make_plan(hide_price=True, launch_text="For you alone.", notice_text="It is here.", notice_days=3)
    wine = Product.objects.get()
    assert (wine.available_from, wine.hide_price, wine.launch_text) == (MOMENT, True, "For you alone.")
    bottle = only_variation(wine)
    assert bottle.price(MOMENT - SECOND) is None
    price = bottle.price(MOMENT)
    assert price is not None
    assert (price.current, price.regular) == (Money(1500), Money(2000))
    notice = StoreNotice.objects.get()
    assert (notice.text, notice.starts_at, notice.ends_at) == ("It is here.", MOMENT, MOMENT + timedelta(days=3))
    assert LaunchPlan.objects.get() == plan


def test_another_moment_moves_prices_and_banner_and_leaves_nothing_behind() -> None:
    plan = make_plan(notice_text="It is here.")
    plan.moment = MOMENT + timedelta(days=1)
    plan.save()
    apply_plan(plan, NOW)
    assert only_variation(plan.product).sale_starts_at == plan.moment
    plan.rows.update(price=None)
    plan.notice_text = ""
    plan.save()
    apply_plan(plan, NOW)
    bottle = only_variation(plan.product)
    assert (bottle.sale_price, bottle.sale_starts_at) == (None, None)
    assert not StoreNotice.objects.exists()


def test_the_plan_follows_a_product_file(tmp_path: Path, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    plan = make_plan()
    wine = plan.product
    file = tmp_path / "wines.csv"
    file.write_text(f"Type,SKU,Name,Coming soon until\nsimple,{wine.sku},New name,2031-05-01T12:00:00+00:00\n")
    call_command("import_products", str(file), stdout=StringIO())
    assert LaunchPlan.objects.get().moment == datetime(2031, 5, 1, 12, tzinfo=UTC)
    with django_assert_num_queries(0):
        follow_product(Product, wine, created=False, update_fields={"name"})


def test_the_plan_follows_what_staff_changes_on_the_wines_own_page() -> None:
    plan = make_plan(notice_text="It is here.")
    wine = Product.objects.get()
    wine.available_from, wine.launch_text = MOMENT + timedelta(days=2), "Later than we thought."
    wine.save()
    plan.refresh_from_db()
    assert (plan.moment, plan.launch_text) == (wine.available_from, "Later than we thought.")
    assert only_variation(wine).sale_starts_at == plan.moment == StoreNotice.objects.get().starts_at


def test_a_wines_own_sale_comes_back_when_the_launch_is_cancelled() -> None:
    wine = make_product(price="20.00", sale_price="18.00", stock=0, available_from=MOMENT)
    end = MOMENT + timedelta(days=9)
    wine.variations.update(sale_ends_at=end)
    plan = LaunchPlan.objects.create(product=wine, moment=MOMENT)
    apply_plan(plan, NOW)
    plan.rows.update(price=Money(1500))
    for moment in (MOMENT, MOMENT + SECOND):
        plan.moment = moment
        apply_plan(plan, NOW)
        bottle = only_variation(wine)
        assert (bottle.sale_price, bottle.sale_starts_at, bottle.sale_ends_at) == (Money(1500), moment, None)
    cancel_plan(plan.pk, NOW, unpublish=False)
    bottle = only_variation(wine)
    assert (bottle.sale_price, bottle.sale_starts_at, bottle.sale_ends_at) == (Money(1800), None, end)


def test_a_plan_without_prices_leaves_a_sale_alone_that_begins_at_its_moment() -> None:
    plan = make_plan(price=None)
    plan.product.variations.update(sale_price=Money(1800), sale_starts_at=MOMENT)
    plan.moment = MOMENT + SECOND
    apply_plan(plan, NOW)
    assert only_variation(plan.product).sale_price == Money(1800)


def test_launch_prices_last_as_long_when_the_day_moves_behind_their_end() -> None:
    plan = make_plan(price_until=MOMENT + timedelta(days=2))
    wine = Product.objects.get()
    for days, end in ((1, 2), (3, 4)):
        wine.available_from = MOMENT + timedelta(days=days)
        wine.save()
        plan.refresh_from_db()
        bottle = only_variation(wine)
        assert plan.price_until == bottle.sale_ends_at == MOMENT + timedelta(days=end)
        bottle.full_clean()
        price = bottle.price(wine.available_from)
        assert price is not None
        assert price.current == Money(1500)


def test_a_wine_that_staff_puts_on_sale_at_once_is_launched_with_its_price() -> None:
    plan = make_plan()
    wine = Product.objects.get()
    wine.available_from = None
    wine.save()
    now = timezone.now()
    assert not Product.objects.get().coming_soon(now)
    price = only_variation(wine).price(now)
    assert price is not None
    assert price.current == Money(1500)
    carry_out(now)
    plan.refresh_from_db()
    assert (plan.is_open, received(plan)) == (False, [12])


def test_bottles_come_before_the_moment_and_it_is_recorded_after_it() -> None:
    plan = make_plan()
    carry_out(MOMENT - BEFORE - SECOND)
    assert received(plan) == []
    carry_out(MOMENT - BEFORE)
    assert received(plan) == [12]
    plan.refresh_from_db()
    assert plan.is_open
    carry_out(MOMENT)
    carry_out(MOMENT + SECOND)
    plan.refresh_from_db()
    assert (plan.launched_at, received(plan)) == (MOMENT, [12])
    assert describe_launch(plan) == "0 emails written · no order yet · 0 bottles sold in the first hour"
    assert Product.objects.get().in_stock


def test_nothing_happens_without_the_wine() -> None:
    plan = make_plan(notice_text="It is here.")
    carry_out(MOMENT - BEFORE)
    assert received(plan) == [12]
    wine = Product.objects.get()
    wine.published = False
    wine.save()
    assert not StoreNotice.objects.exists()
    carry_out(MOMENT)
    plan.refresh_from_db()
    bottle = only_variation(wine)
    assert (plan.launched_at, plan.is_open, plan.had_no_wine) == (None, False, True)
    assert (bottle.on_hand, bottle.sale_price, received(plan)) == (0, None, [12, -12])


def test_a_wine_that_is_published_before_the_moment_is_launched_with_its_banner() -> None:
    plan = make_plan(notice_text="It is here.")
    wine = Product.objects.get()
    for published in (False, True):
        wine.published = published
        wine.save()
        assert StoreNotice.objects.filter(starts_at=MOMENT).exists() is published
        carry_out(MOMENT - SECOND)
    carry_out(MOMENT)
    plan.refresh_from_db()
    assert (plan.launched_at, received(plan)) == (MOMENT, [12])


@pytest.mark.django_db(transaction=True)
def test_many_schedulers_at_once_move_the_bottles_once() -> None:
    plan = make_plan()
    run_together([partial(carry_out, MOMENT) for _ in range(4)])
    plan.refresh_from_db()
    assert (plan.launched_at, received(plan)) == (MOMENT, [12])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("place", ["before_launch_commit", "after_launch_commit"])
def test_a_run_that_dies_is_finished_by_the_next(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    plan = make_plan()

    def die(point: str) -> None:
        if point == place:
            raise KeyboardInterrupt

    monkeypatch.setattr(chaos, "point", die)
    with pytest.raises(KeyboardInterrupt):
        carry_out(MOMENT)
    assert received(plan) == ([] if place == "before_launch_commit" else [12])
    monkeypatch.undo()
    carry_out(MOMENT)
    plan.refresh_from_db()
    assert (plan.launched_at, received(plan)) == (MOMENT, [12])


@pytest.mark.parametrize("unpublish", [True, False])
def test_a_cancelled_launch_takes_back_what_it_brought(unpublish: bool) -> None:
    plan = make_plan(notice_text="It is here.")
    carry_out(MOMENT - BEFORE)
    cancel_plan(plan.pk, NOW, unpublish=unpublish)
    bottle = only_variation(plan.product)
    assert (bottle.on_hand, bottle.sale_price, received(plan)) == (0, None, [12, -12])
    assert not StoreNotice.objects.exists()
    assert Product.objects.get().published is not unpublish
    carry_out(MOMENT)
    plan.refresh_from_db()
    assert (plan.launched_at, bottle.on_hand) == (None, 0)
    with pytest.raises(Refusal):
        cancel_plan(plan.pk, NOW, unpublish=unpublish)


def test_a_launch_that_happened_is_not_cancelled() -> None:
    plan = make_plan()
    with pytest.raises(Refusal):
        cancel_plan(plan.pk, MOMENT, unpublish=True)


def test_bottles_that_are_not_counted_any_more_keep_nothing_from_happening() -> None:
    plan = make_plan()
    Variation.objects.update(manage_stock=False)
    carry_out(MOMENT)
    plan.refresh_from_db()
    assert (plan.launched_at, received(plan)) == (MOMENT, [])


def test_the_job_carries_out_what_is_due() -> None:
    plan = make_plan(timezone.now() + timedelta(minutes=1))
    jobs.carry_out_launches(0)
    assert received(plan) == [12]


def test_the_record_names_the_first_order_with_its_day() -> None:
    order = orders.create(new_order())
    orders.mark_paid(order, "Paid.")
    moment = order.placed_at - timedelta(days=2)
    line = order.lines.all()[0]
    plan = LaunchPlan.objects.create(product_id=line.product_id, moment=moment, launched_at=moment)
    assert f"first order {order.pk} at {timezone.localtime(order.placed_at):%Y-%m-%d %H}:" in describe_launch(plan)


def test_the_email_has_the_merchants_words() -> None:
    plan = make_plan(email_subject="The first ten cases", email_text="We kept them back.\n\nNow they are here.")
    alert_emails.queue_launch("ada@example.com", plan.product, "token")
    email = Email.objects.get()
    assert email.subject == "The first ten cases"
    assert "We kept them back." in email.text
    assert "went on sale" not in email.text
