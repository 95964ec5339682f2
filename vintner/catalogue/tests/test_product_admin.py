"""A merchant adds wines in the admin."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from vintner.catalogue.admin import ALIKE, NOTHING_TO_BUY, NOTHING_TO_CHOOSE_BY, ONE_VARIATION, TERMS
from vintner.catalogue.classes import STANDARD, ShippingClass, TaxClass
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.stock import stock_movements
from vintner.catalogue.stock.stock_movements import Reason
from vintner.customers.roles import EDITOR
from vintner.money import Money
from vintner.testing.builders import attribute_value, make_picture, make_product, make_user, only_variation
from vintner.testing.html_forms import Fields, add_row, read_form

pytestmark = pytest.mark.django_db
ADD = "/admin/catalogue/product/add/"


def test_a_wine_is_added_with_its_variations_facts_and_pictures(staff: Client) -> None:
    young, old = attribute_value("Vintage", "2021"), attribute_value("Vintage", "2015")
    douro, label, cellar = attribute_value("Region", "Douro"), make_picture("The label"), make_picture("The cellar")
    form = read_form(staff.get(ADD).content.decode(), "product_form")
    form |= {"kind": ["variable"], "sku": ["NEW-1"], "name": ["Quinta Nova"], "slug": ["quinta-nova"]}
    form["picture"] = [str(label.pk)]
    add_row(form, "variations", sku="NEW-1-21", options=[str(young.pk)], regular_price="24.50", bottles="36")
    add_row(form, "variations", sku="NEW-1-15", options=[str(old.pk)], regular_price="48.00", sale_price="40.00")
    add_row(form, "facts", value=str(douro.pk))
    add_row(form, "gallery_pictures", picture=str(cellar.pk))
    answer = staff.post(ADD, form)
    assert answer.status_code == 302, answer.content.decode()
    wine = Product.objects.get(sku="NEW-1")
    assert [(each.sku, each.regular_price) for each in wine.variations.all()] == [
        ("NEW-1-21", Money(2450)),
        ("NEW-1-15", Money(4800)),
    ]
    assert [(each.on_hand, each.movements.count()) for each in wine.variations.all()] == [(36, 1), (0, 0)]
    received = wine.variations.get(sku="NEW-1-21").movements.get()
    assert (received.reason, received.quantity, str(received.by)) == ("received", 36, "manager@example.com")
    assert wine.in_stock
    assert wine.facts.get().value == douro
    assert wine.gallery_pictures.get().picture == cellar
    assert (wine.picture, wine.lowest_price) == (label, Money(2450))


def test_bottles_of_a_wine_that_is_not_counted_are_refused(staff: Client) -> None:
    form = read_form(staff.get(ADD).content.decode(), "product_form")
    form |= {"sku": ["NEW-1"], "name": ["Quinta Nova"], "slug": ["quinta-nova"]}
    form |= {"variations-0-sku": ["NEW-1-21"], "variations-0-bottles": ["36"]}
    del form["variations-0-manage_stock"]
    assert "Turn “count the stock” on" in staff.post(ADD, form).content.decode()
    assert not Product.objects.exists()


def test_a_form_that_was_opened_before_a_sale_leaves_the_sale_alone(staff: Client) -> None:
    wine = make_product(stock=130)
    address = f"/admin/catalogue/product/{wine.pk}/change/"
    form = read_form(staff.get(address).content.decode(), "product_form")
    stock_movements.move(Reason.SOLD, {only_variation(wine).pk: -5})
    form["short_description"] = ["Fine."]
    form["variations-0-bottles"] = ["130"]
    assert staff.post(address, form).status_code == 302
    wine.refresh_from_db()
    assert (wine.short_description, only_variation(wine).on_hand) == ("Fine.", 125)


@pytest.mark.parametrize("kind", ["simple", "variable"])
def test_a_wine_without_a_variation_is_kept_as_a_draft_and_not_published(staff: Client, kind: str) -> None:
    form = read_form(staff.get(ADD).content.decode(), "product_form")
    form |= {"kind": [kind], "sku": ["NEW-1"], "name": ["Quinta Nova"], "slug": ["quinta-nova"]}
    page = staff.post(ADD, form)
    assert page.content.decode().count(NOTHING_TO_BUY) == 1
    assert page.context["inline_admin_formsets"][0].formset.non_form_errors() == [NOTHING_TO_BUY]
    assert page.context["open_tab"] == "variations"
    assert not Product.objects.exists()
    del form["published"]
    assert staff.post(ADD, form).status_code == 302
    draft = Product.objects.get()
    assert (draft.published, draft.variations.count()) == (False, 0)
    form = read_form(staff.get(f"/admin/catalogue/product/{draft.pk}/change/").content.decode(), "product_form")
    form["published"] = ["on"]
    assert staff.post(f"/admin/catalogue/product/{draft.pk}/change/", form).status_code == 200
    draft.refresh_from_db()
    assert not draft.published


def test_the_last_variation_of_a_published_wine_is_not_taken_out(staff: Client) -> None:
    wine = make_product()
    address = f"/admin/catalogue/product/{wine.pk}/change/"
    form = read_form(staff.get(address).content.decode(), "product_form")
    form["variations-0-DELETE"] = ["on"]
    assert NOTHING_TO_BUY in staff.post(address, form).content.decode()
    assert wine.variations.count() == 1


def test_an_unsaved_wine_has_no_key_and_a_saved_one_has(db: None) -> None:
    wine = Product(sku="A", name="A", slug="a")
    assert [wine.pk] == [None]
    wine.save()
    first, second = Variation.objects.bulk_create([Variation(product=wine), Variation(product=wine)])
    assert len({wine.pk, first.pk, second.pk}) == 3


def test_an_import_may_choose_the_key(db: None) -> None:
    Product.objects.create(pk=7_000_000, sku="A", name="A", slug="a")
    assert Product.objects.get(sku="A").pk == 7_000_000


@pytest.mark.parametrize(("path", "form_id"), [(ADD, "product_form"), ("/admin/pricing/taxrate/add/", "taxrate_form")])
def test_the_standard_tax_class_is_chosen_until_staff_choose_another(staff: Client, path: str, form_id: str) -> None:
    TaxClass.objects.create(slug="a-first", name="A first one")
    assert read_form(staff.get(path).content.decode(), form_id)["tax_class"] == [STANDARD]


def variations_form(staff: Client, kind: str, *options: list[str]) -> Fields:
    """Return the form of a new wine with a variation for each list of options."""
    form = read_form(staff.get(ADD).content.decode(), "product_form")
    form |= {"kind": [kind], "sku": ["NEW-1"], "name": ["Quinta Nova"], "slug": ["quinta-nova"]}
    for number, chosen in enumerate(options):
        add_row(form, "variations", sku=f"NEW-1-{number}", options=chosen, regular_price="20.00", enabled="on")
    return form


def test_a_simple_wine_has_one_variation(staff: Client) -> None:
    form = variations_form(staff, "simple", [], [])
    assert ONE_VARIATION in staff.post(ADD, form).content.decode()
    assert not Product.objects.exists()
    form["variations-1-DELETE"] = ["on"]
    assert staff.post(ADD, form).status_code == 302


def test_a_variable_wine_with_several_variations_does_not_become_simple(staff: Client) -> None:
    values = [[str(attribute_value("Vintage", year).pk)] for year in ("2015", "2021")]
    assert staff.post(ADD, variations_form(staff, "variable", *values)).status_code == 302
    wine = Product.objects.get()
    page = f"/admin/catalogue/product/{wine.pk}/change/"
    form = read_form(staff.get(page).content.decode(), "product_form") | {"kind": ["simple"]}
    assert ONE_VARIATION in staff.post(page, form).content.decode()


@pytest.mark.parametrize(("chosen", "problem"), [("", NOTHING_TO_CHOOSE_BY), ("2015", ALIKE)])
def test_variations_that_shoppers_cannot_tell_apart_are_refused(staff: Client, chosen: str, problem: str) -> None:
    old = str(attribute_value("Vintage", "2015").pk)
    form = variations_form(staff, "variable", [old], [old] if chosen else [])
    assert problem in staff.post(ADD, form).content.decode()
    form["variations-2-enabled"] = []  # the first row is the empty one of a new wine
    assert staff.post(ADD, form).status_code == 302


@pytest.mark.parametrize(
    ("typed", "field", "problem"),
    [
        ({"sale_price": "20.00"}, "sale_price", "Is not below the regular price."),
        ({"sale_price": "25.00"}, "sale_price", "Is not below the regular price."),
        ({"sale_price": "5.00", "regular_price": ""}, "sale_price", "Is not below the regular price."),
        (
            {"sale_starts_at_0": "2026-02-01", "sale_starts_at_1": "00:00", "sale_ends_at_0": "2026-01-01"}
            | {"sale_ends_at_1": "00:00"},
            "sale_ends_at",
            "Ends before it starts.",
        ),
    ],
)
def test_a_sale_that_lowers_no_price_is_refused(staff: Client, typed: dict[str, str], field: str, problem: str) -> None:
    wine = make_product(price="20.00")
    page = f"/admin/catalogue/product/{wine.pk}/change/"
    form = read_form(staff.get(page).content.decode(), "product_form")
    answer = staff.post(page, form | {f"variations-0-{name}": [value] for name, value in typed.items()})
    assert answer.context["inline_admin_formsets"][0].formset.forms[0].errors == {field: [problem]}
    assert problem in answer.content.decode()
    assert only_variation(wine).regular_price == Money(2000)


@pytest.fixture
def editor(client: Client) -> Client:
    user = make_user("editor@example.com", is_staff=True)
    user.groups.add(Group.objects.get(name=EDITOR))
    client.force_login(user)
    return client


FORBIDDEN: Fields = {
    "tax_status": ["none"],
    "tax_class": ["reduced"],
    "shipping_class": ["light"],
    "virtual": ["on"],
    "sold_individually": ["on"],
}


def test_an_editor_writes_about_a_wine_and_decides_nothing_about_its_tax_delivery_or_age_check(editor: Client) -> None:
    TaxClass.objects.get_or_create(slug="reduced", name="Reduced")
    ShippingClass.objects.create(slug="light", name="Light")
    wine = make_product()
    before = {name: getattr(wine, name) for name in TERMS}
    address = f"/admin/catalogue/product/{wine.pk}/change/"
    form = read_form(editor.get(address).content.decode(), "product_form")
    assert not set(TERMS) & set(form)
    sent = form | FORBIDDEN | {"name": ["Written by an editor"]}
    assert editor.post(address, sent).status_code == 302
    wine.refresh_from_db()
    assert (wine.name, {name: getattr(wine, name) for name in TERMS}) == ("Written by an editor", before)


def test_a_wine_that_an_editor_adds_is_taxed_sent_and_for_adults(editor: Client) -> None:
    form = read_form(editor.get(ADD).content.decode(), "product_form")
    form |= FORBIDDEN | {"kind": ["simple"], "sku": ["NEW-1"], "name": ["Quinta Nova"], "slug": ["quinta-nova"]}
    del form["published"]
    assert editor.post(ADD, form).status_code == 302
    kept = Product.objects.get()
    assert {name: getattr(kept, name) for name in TERMS} == {name: getattr(Product(), name) for name in TERMS}


def test_who_may_change_prices_may_change_tax_and_delivery(staff: Client) -> None:
    wine = make_product()
    address = f"/admin/catalogue/product/{wine.pk}/change/"
    form = read_form(staff.get(address).content.decode(), "product_form")
    assert staff.post(address, form | {"tax_status": ["none"], "virtual": ["on"]}).status_code == 302
    wine.refresh_from_db()
    assert (wine.tax_status, wine.virtual) == ("none", True)


def test_only_a_coming_wine_has_a_hidden_price_and_a_line_about_its_launch(staff: Client) -> None:
    page = f"/admin/catalogue/product/{make_product().pk}/change/"
    form = read_form(staff.get(page).content.decode(), "product_form")
    answer = staff.post(page, form | {"hide_price": "on", "launch_text": "Soon."})
    assert set(answer.context["adminform"].form.errors) == {"hide_price", "launch_text"}
    answer = staff.post(
        page, form | {"hide_price": "on", "available_from_0": "2030-01-01", "available_from_1": "10:00"}
    )
    assert answer.status_code == 302
    assert Product.objects.get().hide_price


def test_the_style_of_a_wine_and_its_scores_are_entered_with_it(staff: Client) -> None:
    wine, other = make_product(), make_product()
    page = f"/admin/catalogue/product/{wine.pk}/change/"
    form = read_form(staff.get(page).content.decode(), "product_form")
    form |= {"drink_from": ["2026"], "drink_until": ["2035"], "body": ["4"], "tannin": ["2"], "dosage": ["4.5"]}
    form["variations-0-drink_from"] = ["2027"]
    add_row(form, "scores", source="The Long Table", points="94", out_of="100", given_on="2025-03-14")
    score = f"scores-{int(form['scores-TOTAL_FORMS'][0]) - 1}-"

    refused = staff.post(page, form | {"drink_until": ["2020"], f"{score}points": ["101"]})
    assert refused.status_code == 200
    assert "The drink window ends before it begins." in refused.content.decode()
    assert "There are more points than the scale has." in refused.content.decode()
    refused = staff.post(
        page, form | {"drink_from": ["20"], "drink_until": ["20260"], "dosage": ["151"], "body": ["6"]}
    )
    assert set(refused.context["adminform"].form.errors) == {"drink_from", "drink_until", "dosage", "body"}
    refused = staff.post(page, form | {f"{score}variation": [str(only_variation(other).pk)]})
    assert "Is a variation of another wine." in refused.content.decode()

    assert staff.post(page, form | {f"{score}variation": [str(only_variation(wine).pk)]}).status_code == 302
    wine.refresh_from_db()
    assert (wine.drink_from, wine.drink_until, wine.body, wine.acidity, wine.tannin) == (2026, 2035, 4, None, 2)
    assert only_variation(wine).drink_from == 2027
    assert [str(each) for each in wine.scores.all()] == ["The Long Table: 94.0/100"]


def test_an_editor_writes_the_style_and_the_scores(editor: Client) -> None:
    wine = make_product()
    page = f"/admin/catalogue/product/{wine.pk}/change/"
    form = read_form(editor.get(page).content.decode(), "product_form")
    add_row(form, "scores", source="The Long Table", points="94", out_of="100")
    assert editor.post(page, form | {"body": ["5"]}).status_code == 302
    wine.refresh_from_db()
    assert (wine.body, wine.scores.count()) == (5, 1)
