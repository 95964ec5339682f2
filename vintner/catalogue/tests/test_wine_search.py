"""Wines in the admin's list."""

import pytest
from django.test import Client

from vintner.testing.builders import make_product, make_user, only_variation

pytestmark = pytest.mark.django_db


def test_a_wine_is_found_by_the_sku_of_a_variation(client: Client) -> None:
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    wine, other = make_product(), make_product()
    variation = only_variation(wine)
    variation.sku = "VAU-BRUT-375-ml"
    variation.save()
    html = client.get("/admin/catalogue/product/", {"q": "VAU-BRUT-375-ml"}).content.decode()
    assert f"/admin/catalogue/product/{wine.pk}/change/" in html
    assert f"/admin/catalogue/product/{other.pk}/change/" not in html
