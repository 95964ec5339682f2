"""A file of another store, with HTML and words longer than any column: pages show its text, as wide as the window."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.everybody import assert_fits
from tests.journeys.live import visit
from tests.journeys.store.running_store import RunningStore

pytestmark = pytest.mark.sweep

WORD: Final = "Langhe-Nebbiolo".replace("-", "x") * 20
FILE: Final = f"""Type,SKU,Name,Brands,Categories,Tags,Regular price,Short description,Description,Stock,\
Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
simple,LONG-WORDS,{WORD[:200]},{WORD[:100]}a,{WORD[:100]}b,{WORD[:80]},20.00,<p>Ripe &amp; round</p>,\
"<p><span data-contrast=""none"">P&ecirc;che.</span></p><ul><li>{WORD}</li><li>Plum</li></ul>",9,\
Bottle size,{WORD[:100]}c,Region,{WORD[:100]}d
"""
ADD: Final = f"""
import tempfile, pathlib
from django.core.management import call_command
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "wines.csv"
    path.write_text({FILE!r})
    call_command("import_products", str(path), verbosity=0)
from vintner.catalogue.models import Product
wine = Product.objects.get(sku="LONG-WORDS")
print(wine.get_absolute_url(), wine.producer.get_absolute_url(), f"/product-category/{{wine.categories.get().slug}}/")
"""
DELETE: Final = """
from vintner.catalogue.models import Category, Producer, Product
Product.objects.filter(sku="LONG-WORDS").delete()
Producer.objects.filter(name__startswith="LanghexNebbiolo").delete()
Category.objects.filter(name__startswith="LanghexNebbiolo").delete()
"""


@pytest.fixture
def addresses(store: RunningStore) -> Iterator[list[str]]:
    """Import the file, and return the addresses of the wine, its producer and its category."""
    yield store.run_code(ADD).split()[-3:]
    store.run_code(DELETE)


def test_no_page_is_wider_than_the_window(page: Page, addresses: list[str]) -> None:
    wine, *others = addresses
    for width in (320, 1440):
        page.set_viewport_size({"width": width, "height": 740})
        for address in (wine, *others, "/shop/?orderby=date", f"/?s={WORD[:40]}&post_type=product"):
            visit(page, address)
            expect(page.get_by_text(WORD[:60]).first).to_be_attached()
            assert_fits(page, f"{address}, {width} px")
    visit(page, wine)
    page.locator(".single_add_to_cart_button").click()
    expect(page.locator("[data-popup]").get_by_text(WORD[:60]).first).to_be_visible()
    assert_fits(page, "the cart above the page")
    shopper.go_to_checkout(page)
    page.set_viewport_size({"width": 320, "height": 740})
    assert_fits(page, "checkout")


def test_html_is_shown_as_text_with_its_structure(page: Page, addresses: list[str]) -> None:
    visit(page, addresses[0])
    expect(page.get_by_text("Ripe & round", exact=True)).to_be_visible()
    panel = page.get_by_role("tabpanel", name="Description")
    lines = panel.get_by_text("Pêche.").evaluate("text => text.innerText.split('\\n')")
    assert lines == ["Pêche.", f"• {WORD}", "• Plum"]
    expect(panel.get_by_text("<")).to_have_count(0)
