"""A gift set is found by the names of its wines and their growers."""

import pytest
from django.test import Client

from vintner.catalogue.models import Producer, Product, SetItem
from vintner.testing.builders import make_producer, make_product, make_set, only_variation

pytestmark = pytest.mark.django_db


def found(words: str) -> set[str]:
    page = Client().get(f"/?s={words}&post_type=product", headers={"accept": "application/json"}).json()
    return {each["name"] for each in page["cards"]}


def test_it_is_found_by_its_wines_until_they_are_out() -> None:
    wine = make_product(name="Zibibbo", producer=make_producer(name="Tenuta Colferrato"))
    make_set((wine, 2), name="Gift")
    assert found("zibibbo") == {"Zibibbo", "Gift"}
    assert found("colferrato") == {"Zibibbo", "Gift"}
    other = make_product(name="Furmint")
    SetItem.objects.update(variation=only_variation(other))
    assert found("zibibbo") == {"Zibibbo"}
    assert found("furmint") == {"Furmint", "Gift"}
    SetItem.objects.all().delete()
    assert found("furmint") == {"Furmint"}


def test_it_follows_the_names_of_wines_and_growers() -> None:
    wine = make_product(name="Zibibbo", producer=make_producer(name="Tenuta Colferrato"))
    make_set((wine, 2), name="Gift")
    Product.objects.filter(pk=wine.pk).update(name="Grechetto")
    Producer.objects.update(name="Weingut Hollerbusch")
    assert found("zibibbo") == set()
    assert found("colferrato") == set()
    assert found("grechetto") == found("hollerbusch") == {"Grechetto", "Gift"}
