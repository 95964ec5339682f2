"""Staff who change an order."""

import re

from django.http import HttpResponse
from django.test import Client

from vintner.catalogue.models import Product
from vintner.testing.builders import only_variation
from vintner.testing.shopper import only_order


def find_edit_url() -> str:
    return f"/admin/orders/order/{only_order().pk}/edit/"


def read_fields(page: HttpResponse) -> dict[str, str]:
    """Return what the page's form holds, as a browser would send it."""
    html = page.content.decode()
    fields = dict(re.findall(r'<input type="hidden" name="(seal|shown_total)" value="(\w*)"', html))
    fields |= dict(re.findall(r'name="(bottles_\d+)" value="(\d+)"', html))
    form = page.context["form"]  # type: ignore[attr-defined]
    fields |= {name: str(form[name].value() or "") for name in form.fields}
    return {name: value for name, value in fields.items() if value not in ("", "False")}


def change_order(staff: Client, **fields: str) -> HttpResponse:
    """Fill in the sheet, look at the price, and save it."""
    filled = {**read_fields(staff.get(find_edit_url())), **fields}  # type: ignore[arg-type]
    looked = read_fields(staff.post(find_edit_url(), {**filled, "do": "price"}))  # type: ignore[arg-type]
    return staff.post(find_edit_url(), {**looked, "do": "save"})  # type: ignore[return-value]


def choose_bottles(wine: Product, quantity: int) -> dict[str, str]:
    return {f"bottles_{only_variation(wine).pk}": str(quantity)}
