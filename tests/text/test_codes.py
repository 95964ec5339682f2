"""Coupons, one-time codes and SKUs are found however they are typed."""

import re
from collections.abc import Callable
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client, RequestFactory
from PIL import Image

from tests.sweeps import swept
from tests.text.spellings import COUPON, COUPONS
from vintner.cart.models import CartCoupon
from vintner.cart.tests.shoppers import CouponShopper
from vintner.catalogue.importing.picture_folder import PictureFolder, RowPictures
from vintner.catalogue.importing.tests.import_file import import_text
from vintner.catalogue.models import AttributeValue, Producer, Product, Variation
from vintner.checkout.calls import _read_post_data
from vintner.orders.models import Email
from vintner.orders.numbers.order_numbers import read_number
from vintner.pricing import promotion_rows, tax_files
from vintner.pricing.condition_rows import condition
from vintner.pricing.field_checks import read_patterns, refuse_unknown_skus
from vintner.pricing.models import Condition, Coupon, Promotion, TaxRate
from vintner.pricing.rules.items import EVERYTHING
from vintner.shipping.rules.postcodes import Postcodes
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product, make_user, make_variable_product
from vintner.testing.shopper import FORM, Shopper
from vintner.web.text_input import read_text

pytestmark = pytest.mark.usefixtures("store")
ODD: Final = "\uff32\uff25\uff24\u20137\u200b"
"""RED-7, as it may stand in somebody's file."""


@pytest.fixture(autouse=True)
def _coupon(store: None) -> None:
    Coupon.objects.create(code=COUPON, kind="percent", amount=Decimal(10))


def on_cart() -> list[str]:
    return list(CartCoupon.objects.values_list("coupon__code", flat=True))


def by_call(code: str) -> None:
    shopper = CouponShopper()
    shopper.client.post("/?wc-ajax=add_to_cart", {"product_id": make_product().pk})
    shopper.apply(code)
    assert on_cart() == [COUPON]
    shopper.call("remove_coupon", coupon=code)


def by_cart_form(code: str) -> None:
    shopper = Shopper().puts(make_product())
    token = shopper.token()
    shopper.client.post("/cart/", {"csrfmiddlewaretoken": token, "apply_coupon": "1", "coupon_code": code})
    assert on_cart() == [COUPON]
    shopper.client.post("/cart/", {"csrfmiddlewaretoken": token, "remove_coupon": code})


def by_checkout_form(code: str) -> None:
    shopper = Shopper().puts(make_product())
    fields = {**FORM, "csrfmiddlewaretoken": shopper.token()}
    shopper.client.post("/checkout/", {**fields, "apply_coupon": "1", "coupon_code": code})
    assert on_cart() == [COUPON]
    shopper.client.post("/checkout/", {**fields, "remove_coupon": code})


def by_api(code: str) -> None:
    client = ApiClient()
    client.post("/cart/add-item", id=make_product().pk, quantity=1)
    client.post("/cart/apply-coupon", code=code)
    assert on_cart() == [COUPON]
    client.post("/cart/remove-coupon", code=code)


def by_api_collection(code: str) -> None:
    client = ApiClient()
    client.post("/cart/add-item", id=make_product().pk, quantity=1)
    client.post("/cart/coupons", code=code)
    assert client.get(f"/cart/coupons/{code}").json["code"] == COUPON
    client.send("DELETE", f"/cart/coupons/{code}")


WAYS: Final = (by_call, by_cart_form, by_checkout_form, by_api, by_api_collection)


@pytest.mark.parametrize(
    ("way", "code"),
    swept([(way, code) for way in WAYS for code in COUPONS], guards={(way, COUPONS[8]) for way in WAYS}),
)
def test_a_coupon_is_one(way: Callable[[str], None], code: str) -> None:
    way(code)
    assert on_cart() == []


@pytest.mark.parametrize("code", ["SUMMER\u201320 ", "\uff33ummer-20\u200b"])
def test_staff_makes_no_second_coupon(staff: Client, code: str) -> None:
    page = staff.get("/admin/pricing/coupon/add/")
    fields = dict(page.context["adminform"].form.initial) | {"code": code, "kind": "percent", "amount": "10"}
    answer = staff.post("/admin/pricing/coupon/add/", {name: text for name, text in fields.items() if text is not None})
    assert "Coupon with this Code already exists." in answer.content.decode()


def test_a_mailed_code_opens_the_account_in_any_digits() -> None:
    make_user("ada@example.com")
    client = Client()
    client.post("/my-source/mailed-code/", {"email": "ada@example.com"})
    found = re.search(r"^[A-Z0-9]{3,4}-?[A-Z0-9]{3,4}$", Email.objects.latest("id").text, re.MULTILINE)
    assert found
    wide = "".join(chr(ord(each) + 0xFEE0) for each in found[0].replace("-", ""))
    assert client.post("/my-source/mailed-code/enter/", {"code": f"\u202a{wide}\u200b"})["Location"] == "/my-source/"


def test_a_file_finds_the_wine_of_its_sku(tmp_path: Path) -> None:
    import_text(tmp_path, "Type,SKU,Name\nsimple,RED-7,Rioja\n")
    assert import_text(tmp_path, f"Type,SKU,Name\nsimple,{ODD},Rioja\x0bAlta\n")[1] == ""
    assert list(Product.objects.values_list("sku", "name")) == [("RED-7", "Rioja Alta")]


def test_the_api_finds_the_wine_of_a_sku(client: Client) -> None:
    wine = make_product(sku="RED-7")
    assert [each["id"] for each in client.get("/wp-json/wc/store/v1/products", {"sku": ODD}).json()] == [wine.pk]


def test_staff_types_an_sku_of_that_kind() -> None:
    wine = Product(sku=ODD, name="Rioja", slug="rioja")
    wine.full_clean()
    bottle = Variation(sku=ODD, product=make_product())
    bottle.full_clean()
    assert wine.sku == bottle.sku == "RED-7"


def test_promotions_name_wines_and_coupons_of_that_kind() -> None:
    make_product(sku="RED-7")
    odd = f"{ODD}\r\n"
    refuse_unknown_skus("skus", odd)
    promotion = Promotion.objects.get()
    Promotion.objects.update(skus=odd)
    [row] = promotion_rows.load()
    assert "'RED-7'" in repr(row)
    by_sku = Condition.objects.create(promotion=promotion, kind="skus", words=odd, operator="greater_than", number=0)
    assert "RED-7" in repr(condition(by_sku, EVERYTHING))
    by_coupon = Condition.objects.create(promotion=promotion, kind="coupons", words="Summer\u201320", coupon_use="all")
    assert f"'{COUPON}'" in repr(condition(by_coupon, EVERYTHING))
    by_email = Condition.objects.create(promotion=promotion, kind="email", words="*@B\u00fccher.example")
    assert "'*@xn--bcher-kva.example'" in repr(condition(by_email, EVERYTHING))
    assert read_patterns("New York\u2013*\nMontr\u00e9al") == ["new york\u2013*", "montr\u00e9al"]
    Coupon(code="summer-20\u200b", kind="percent", amount=0).clean()  # it opens this promotion, so it may give nothing


def test_a_link_takes_a_coupon_off() -> None:
    shopper = CouponShopper()
    shopper.client.post("/?wc-ajax=add_to_cart", {"product_id": make_product().pk})
    shopper.apply(COUPON)
    page = shopper.client.get("/cart/", {"remove_coupon": "SUMMER\u201320"}, headers={"Accept": "application/json"})
    assert page.json()["text"] == COUPON


def test_the_api_reads_what_it_is_told() -> None:
    client = ApiClient()
    wine = make_variable_product(attribute="Size", prices={"375ml": "18", "750ml": "30"})
    options = [{"attribute": "Si\u200bze", "value": "375\u2060ml"}]
    assert client.post("/cart/add-item", id=wine.pk, variation=options).status == 201
    assert client.get("/cart").json["items"][0]["variation"][0]["value"] == "375ml"
    path = f"/wc/store/v1/products?slug={wine.slug[:3]}%E2%80%8B{wine.slug[3:]}"
    [found] = client.post("/batch", requests=[{"path": path, "method": "GET"}]).json["responses"]
    assert [each["id"] for each in found["body"]] == [wine.pk]


def test_a_gift_set_and_its_header_are_read(tmp_path: Path) -> None:
    make_product(sku="RED-7")
    rows = f"Type,SKU\u00a0,Na\u200bme,Contents\nsimple,SET,Two,{ODD} \u00d7 2\n"
    assert import_text(tmp_path, rows)[1] == ""
    assert Product.objects.get(sku="SET").set_items.get().quantity == 2


def test_cells_of_a_file_of_tax_rates_keep_their_lines() -> None:
    heading = ",".join(tax_files.COLUMNS)
    rate = 'US,CA,"94110\n\uff19\uff14\uff11\uff11\uff11\u200b","Oakland\nBerkeley",9.9,Two,3,0,0,'
    tax_files.take_over(f"{heading}\n{rate}\n")
    stored = TaxRate.objects.get(name="Two")
    assert Postcodes.read(stored.postcodes).named == ("94110", "94111")
    assert stored.cities == "OAKLAND;BERKELEY"


def test_a_wine_is_chosen_by_an_option_that_was_stored_otherwise() -> None:
    wine = make_variable_product(attribute="Size", prices={"375ml": "18", "750ml": "30"})
    AttributeValue.objects.filter(name="375ml").update(name="375\u00a0ml")
    client = ApiClient()
    options = [{"attribute": "Size", "value": "375\u00a0ml"}]
    assert client.post("/cart/add-item", id=wine.pk, variation=options).status == 201


def test_pictures_are_found_by_names_as_a_mac_writes_them(tmp_path: Path) -> None:
    name = "Cha\u0302teau 9.41\u202fAM.png"
    Image.new("RGB", (300, 400), "red").save(tmp_path / name)
    assert RowPictures(PictureFolder(tmp_path), [], trial=True).picture(read_text(name), "Ch\u00e2teau").checksum


def test_an_order_number_is_read() -> None:
    assert read_number(" \uff03\uff15\uff18\u200b ") == "58"


def test_the_form_within_a_field_is_read() -> None:
    request = RequestFactory().post("/", {"post_data": "billing_city=San%E2%80%8B+Jose%00"})
    assert _read_post_data(request) == {"billing_city": "San Jose"}


def test_a_file_of_tax_rates_is_read() -> None:
    heading = ",".join(tax_files.COLUMNS)
    tax_files.take_over(f"{heading}\nUS\u200b,CA\u00a0,*,*,7.25,CA Tax,1,0,1,\n".replace("CA Tax", "C\u200bA Tax"))
    assert TaxRate.objects.filter(country="US", state="CA", name="CA Tax").count() == 1, "the store's own"


def test_what_is_stored_is_folded_once_and_merges_nothing() -> None:
    make_product(sku="RED-7")
    Product.objects.filter(sku="RED-7").update(sku=ODD)
    make_product(sku="BLUE-1")
    twin = make_product(sku="blue\u20131")
    Coupon.objects.create(code="fall\u201320", kind="percent", amount=Decimal(10))
    Coupon.objects.create(code="summer\u201320", kind="percent", amount=Decimal(10))
    Producer.objects.create(name="Cha\u0302teau\u00a0X", slug="chateau-x")
    for name in ("catalogue.migrations.0031_texts", "pricing.migrations.0011_codes"):
        import_module(f"vintner.{name}_in_one_form").fold(apps, connection.schema_editor())
    assert set(Product.objects.values_list("sku", flat=True)) == {"RED-7", "BLUE-1", twin.sku}
    assert set(Coupon.objects.values_list("code", flat=True)) == {COUPON, "fall-20", "summer\u201320"}
    assert Producer.objects.get().name == "Ch\u00e2teau X"
