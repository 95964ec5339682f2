"""The demo world holds what tests outside the project count on, and making it again changes nothing."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db.models import Q
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from vintner.catalogue.models import Category, Picture, Producer, Product, ProductFact, Review, Variation
from vintner.customers import roles
from vintner.customers.models import User
from vintner.demo import picture_rows, producer_documents, taxes_and_delivery, world
from vintner.demo.catalogue import GROWERS
from vintner.demo.people import CUSTOMER, MANAGER
from vintner.demo.tests.moment import NOW
from vintner.launches.models import LaunchPlan
from vintner.money import Money
from vintner.orders.invariants import audit
from vintner.orders.models import Order
from vintner.pricing import books
from vintner.pricing.models import Promotion, TaxRate
from vintner.shipping.models import Destination, Method
from vintner.shipping.rules import Preselect
from vintner.subscriptions.models import Subscription
from vintner.testing.builders import set_stock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]


Check = Callable[[Product, Variation], bool]
PROMISED: tuple[tuple[str, Check], ...] = (
    ("V-SIMPLE", lambda wine, bottle: bottle.on_hand == 100_000),
    ("V-LAST3", lambda wine, bottle: bottle.on_hand == 3 and wine.in_stock),
    ("V-SOLDOUT", lambda wine, bottle: bottle.on_hand == 0 and not wine.in_stock and bottle.backorders == "no"),
    ("V-ONEEACH", lambda wine, bottle: wine.sold_individually and wine.in_stock),
    ("V-BACKORDER", lambda wine, bottle: bottle.on_hand == 0 and bottle.backorders == "notify" and wine.in_stock),
    ("V-DRAFT", lambda wine, bottle: not wine.published),
    ("V-BULK", lambda wine, bottle: wine.in_stock),
    ("V-SOON", lambda wine, bottle: wine.coming_soon(NOW) and not wine.in_stock and bottle.on_hand > 0),
    ("PLO-STROOI", lambda wine, bottle: wine.hides_price(NOW) and bottle.price(NOW) is None),
    ("ARR-PREFIL", lambda wine, bottle: wine.coming_soon(NOW) and bottle.on_hand == 0),
)


def test_the_promised_wines_are_there() -> None:
    for sku, check in PROMISED:
        wine = Product.objects.get(sku=sku)
        bottle = wine.variations.get()
        assert (wine.kind, bottle.sku) == ("simple", sku)
        assert check(wine, bottle), sku


def test_the_vintages_can_be_chosen() -> None:
    wine = Product.objects.get(sku="V-VINTAGES")
    bottles = wine.variations.all()

    assert wine.kind == "variable"
    assert sum(bottle.on_hand > 0 for bottle in bottles) >= 3
    assert {bottle.options.get().attribute.slug for bottle in bottles} == {"vintage"}


def test_the_bulk_table() -> None:
    promotion = Promotion.objects.get(products__sku="V-BULK")

    assert [(tier.at_least, tier.at_most, tier.value) for tier in promotion.tiers.all()] == [
        (3, 5, Decimal(10)),
        (6, None, Decimal(20)),
    ]


def test_taxes() -> None:
    rates = TaxRate.objects.values_list("name", "country", "state", "percent", "on_shipping", "compound", "priority")

    assert sorted(rates) == [
        ("CA Tax", "US", "CA", Decimal("7.25"), True, False, 1),
        ("GST", "CA", "", Decimal(5), True, False, 1),
        ("NY Tax", "US", "NY", Decimal("8.875"), True, False, 1),
    ]


def test_deliveries() -> None:
    methods = Method.objects.order_by("zone__position", "position").values_list(
        "zone__name", "kind", "cost", "minimum", "requires"
    )

    assert list(methods) == [
        ("United States", "flat_rate", "10", Money(0), ""),
        ("United States", "free_shipping", "", Money(10000), "either"),
        ("United States", "local_pickup", "", Money(0), ""),
        ("Canada", "flat_rate", "20", Money(0), ""),
    ]


def test_deliveries_have_names_carriers_and_days() -> None:
    methods = Method.objects.order_by("zone__position", "position").values_list(
        "title", "carrier", "transit_from", "transit_to"
    )

    assert list(methods) == [
        ("Ground", "FedEx Ground", 2, 4),
        ("Free ground", "FedEx Ground", 2, 4),
        ("Pickup at the cellar door", "", None, None),
        ("Ground", "UPS Standard", 4, 7),
    ]
    assert books.load().dispatch is not None


@pytest.mark.parametrize(
    ("year", "days"),
    [
        (2026, ("1-1", "5-25", "7-4", "9-7", "11-26", "12-25")),
        (2027, ("1-1", "5-31", "7-4", "9-6", "11-25", "12-25")),
        (2028, ("1-1", "5-29", "7-4", "9-4", "11-23", "12-25")),
    ],
)
def test_holidays_fall_on_their_days(year: int, days: tuple[str, ...]) -> None:
    found = taxes_and_delivery.holidays_of(year).values()

    assert tuple(f"{day.month}-{day.day}" for day in found) == days


def test_the_cheapest_delivery_is_selected_at_first() -> None:
    assert books.load().policy.preselect is Preselect.CHEAPEST


def test_where_wine_may_go() -> None:
    allowed = Destination.objects.filter(wine_allowed=True)

    assert allowed.filter(country="US").count() == 49  # 50 states and DC without two
    assert not allowed.filter(Q(country="US", state__in=["UT", "MS"]) | Q(state__in=["AA", "AE", "AP"])).exists()
    assert set(allowed.filter(country="CA").values_list("state", flat=True)) == {"ON", "BC", "QC"}


def test_shelves_of_the_navigation() -> None:
    names = dict(Category.objects.filter(parent__slug="wine").values_list("slug", "name"))

    assert list(names.values()) == ["Red", "White", "Rosé", "Sparkling", "Dessert & fortified"]
    assert list(names) == ["red", "white", "rose", "sparkling", "dessert"]
    assert Category.objects.get(slug="mosel").parent == Category.objects.get(slug="germany")


def test_every_wine_states_the_facts_of_wine() -> None:
    for slug in (
        "colour",
        "grape",
        "country",
        "region",
        "appellation",
        "abv",
        "food-pairing",
        "tasting-notes",
        "goes-with",
    ):
        stated = ProductFact.objects.filter(value__attribute__slug=slug).values("product")
        assert not Product.objects.filter(plan=None, set_bottles=0).exclude(pk__in=stated).exists(), slug


def test_gift_sets_are_on_a_shelf_of_their_own_and_cheaper_than_their_bottles() -> None:
    gifts = Product.objects.filter(categories__slug="gift-sets")
    assert sorted(gifts.values_list("sku", "set_bottles")) == [
        ("GIFT-CHAMPAGNE", 2),
        ("GIFT-REDS", 3),
        ("GIFT-SWEET", 3),
    ]
    for gift in gifts:
        contents = Client().get(gift.get_absolute_url(), headers={"accept": "application/json"}).json()["contents"]
        assert contents["saved"], gift.sku
        assert all(each["url"] for each in contents["bottles"])


def test_the_customer_is_subscribed_to_a_box_of_the_club() -> None:
    subscription = Subscription.objects.get(user__email=CUSTOMER.email)
    first, second = subscription.boxes.order_by("number")

    assert (subscription.status, first.state, second.state) == ("active", "paid", "scheduled")
    assert first.due_at < NOW < second.due_at
    assert subscription.first_order.total > Money(72_00)


def test_what_is_kept_is_right() -> None:
    assert not Product.objects.filter(lowest_price=None, hide_price=False).exists()
    assert Product.objects.filter(on_sale=True).count() >= 6
    assert Review.objects.count() >= 150
    assert Product.objects.get(sku="V-SIMPLE").review_count > settings.REVIEWS_PER_PAGE, "more than one page"
    assert Product.objects.get(sku="V-SOON").review_count == 0
    assert Review.objects.exclude(reply="").count() == 3


def test_the_customer_has_a_history_that_adds_up() -> None:
    orders = Order.objects.filter(user__email=CUSTOMER.email)

    assert [order.status for order in orders] == ["processing", "processing", "completed", "completed"]
    assert all(order.placed_at < timezone.now() for order in orders)
    bulk = orders.get(lines__sku="V-BULK").lines.get(sku="V-BULK")
    assert (bulk.quantity, bulk.subtotal) == (6, Money(91_20))


def test_people_can_log_in_with_what_is_printed() -> None:
    out = StringIO()
    call_command("make_demo", "--print-logins", "--no-pictures", stdout=out)

    for person in (CUSTOMER, MANAGER):
        user = User.objects.get(email=person.email)
        assert user.check_password(person.password)
        assert user.is_staff == person.manager
        assert person.email in out.getvalue()
        assert person.password in out.getvalue()


def test_the_manager_runs_the_shop_and_nothing_else() -> None:
    manager = User.objects.get(email=MANAGER.email)

    assert manager.groups.get().name == roles.MANAGER
    assert manager.has_perms(["catalogue.change_product", "pricing.add_promotion", "orders.change_order"])
    for forbidden in ("orders.delete_order", "customers.delete_user", "auth.change_group", "payments.change_payment"):
        assert not manager.has_perm(forbidden)


def test_making_it_again_changes_nothing() -> None:
    tables = (Product, Variation, Review, Producer, Category, ProductFact, User, Order, Destination, Promotion)
    before = [list(table.objects.order_by("pk").values()) for table in tables]

    world.make_world(NOW + timedelta(days=5), pictures=False)

    assert [list(table.objects.order_by("pk").values()) for table in tables] == before


def test_what_was_sold_stays_sold() -> None:
    set_stock(Variation.objects.get(sku="V-LAST3"), 0)

    world.make_world(NOW, pictures=False)

    assert Variation.objects.get(sku="V-LAST3").on_hand == 0


def test_the_wine_to_come_is_always_still_to_come() -> None:
    later = NOW + timedelta(days=400)
    world.make_world(later, pictures=False)

    wine = Product.objects.get(sku="V-SOON")
    assert wine.coming_soon(later)
    assert not wine.in_stock


def test_a_launch_is_always_planned() -> None:
    plan = LaunchPlan.objects.get()
    row = plan.rows.get()
    assert (plan.product.sku, row.bottles, plan.moment > NOW) == ("ARR-PREFIL", 36, True)
    price = row.variation.price(plan.moment)
    assert price is not None
    assert (price.current, price.regular) == (Money(8400), Money(9200))
    later = NOW + timedelta(days=400)
    world.make_world(later, pictures=False)
    plan = LaunchPlan.objects.get(launched_at=None)
    assert plan.moment == plan.product.available_from
    assert plan.moment > later


def test_production_gets_no_demo(settings: Settings) -> None:
    settings.PRODUCTION = True

    with pytest.raises(CommandError, match="production"):
        call_command("make_demo")


def test_pictures_are_hung_once(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    told: list[str] = []

    assert picture_rows.make_pictures(told.append, only=["V-SIMPLE", "chateau-malvezin-roques"]) == 8
    assert picture_rows.make_pictures(told.append, only=["V-SIMPLE", "chateau-malvezin-roques"]) == 0

    wine = Product.objects.get(sku="V-SIMPLE")
    assert wine.picture is not None
    assert wine.picture.alt == "A bottle of Les Hauts de Roques, Château Malvezin-Roques"
    assert {size["format"] for size in wine.picture.sizes} == {"avif", "webp", "jpeg"}
    assert wine.gallery.count() == 1
    assert Picture.objects.count() == 7
    assert told[-1] == "  8 of 8 pictures"

    grower = Producer.objects.get(slug="chateau-malvezin-roques")
    captions = next(each.captions for each in GROWERS if each.slug == grower.slug)
    assert grower.logo is not None
    assert [slide.caption for slide in grower.slides.all()] == list(captions)
    assert grower.slides.get(position=0).picture == grower.picture
    profile = grower.materials.get()
    assert (profile.kind, Path(profile.file.path).read_bytes()[:5]) == ("profile", b"%PDF-")


def test_papers_are_laid_out_once(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    for _ in range(2):
        producer_documents.make_documents()

    grower = Producer.objects.get(slug="quinta-do-zimbral")
    sheet, region = grower.materials.all()
    assert "Tawny Port" in Path(sheet.file.path).read_text("utf-8-sig")
    assert region.link == "/product-category/douro/"
    assert Category.objects.filter(slug="douro").exists()


def test_the_demo_breaks_no_invariant() -> None:
    assert audit() == []
