"""Products are sorted into the tax and shipping classes that there are."""

import pytest
from django.test import Client
from django.urls import reverse

from vintner.catalogue.classes import ShippingClass, TaxClass, class_choices
from vintner.testing.builders import make_product

pytestmark = pytest.mark.django_db


def test_every_store_has_three_tax_classes() -> None:
    assert set(TaxClass.objects.values_list("slug", flat=True)) == {"standard", "reduced-rate", "zero-rate"}


def test_staff_choose_among_the_classes_there_are() -> None:
    ShippingClass.objects.create(slug="magnum", name="Magnums")
    assert class_choices(ShippingClass, "", none="None") == [("", "None"), ("magnum", "Magnums")]
    assert class_choices(ShippingClass, "gone")[-1] == ("gone", "gone (no longer there)")


def test_a_product_shows_its_classes_and_refuses_others(staff: Client) -> None:
    ShippingClass.objects.create(slug="magnum", name="Magnums")
    address = reverse("admin:catalogue_product_change", args=[make_product().pk])
    page = staff.get(address).content.decode()
    assert "Reduced rate" in page
    assert "Magnums" in page
    answer = staff.post(address, {"tax_class": "luxury", "shipping_class": "magnum"})
    assert "luxury is not one of the available choices" in answer.content.decode()


def test_the_standard_class_stays(staff: Client) -> None:
    assert staff.post(reverse("admin:catalogue_taxclass_delete", args=["standard"]), {"post": "yes"}).status_code == 403
    added = {"slug": "luxury", "name": "Luxury"}
    assert staff.post(reverse("admin:catalogue_taxclass_add"), added).status_code == 302
    assert staff.post(reverse("admin:catalogue_taxclass_delete", args=["luxury"]), {"post": "yes"}).status_code == 302
