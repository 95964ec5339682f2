"""Categories are a tree: none is above itself."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client

from vintner.catalogue.category_tree import CategoryNode, CategoryTree
from vintner.catalogue.exporting.products_file import _category_paths
from vintner.catalogue.models import Category
from vintner.testing.builders import make_category, make_user


@pytest.fixture
def wine() -> Category:
    return make_category("Wine")


@pytest.fixture
def red(wine: Category) -> Category:
    red = make_category("Red")
    Category.objects.filter(pk=red.pk).update(parent=wine)
    return Category.objects.get(pk=red.pk)


@pytest.mark.django_db
def test_the_admin_refuses_a_parent_that_is_below(client: Client, wine: Category, red: Category) -> None:
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    path = f"/admin/catalogue/category/{wine.pk}/change/"
    for parent in (red, wine):
        fields = {"name": "Wine", "slug": wine.slug, "position": "0", "parent": parent.pk, "description": ""}
        answer = client.post(path, fields)
        assert answer.status_code == 200
        assert f"“{parent.name}” is below “Wine”, or is the same category." in answer.content.decode()
    wine.refresh_from_db()
    assert wine.parent is None


@pytest.mark.django_db
def test_the_database_refuses_a_category_that_is_its_own_parent(wine: Category) -> None:
    with pytest.raises(IntegrityError, match="category_is_not_its_own_parent"):
        Category.objects.filter(pk=wine.pk).update(parent=wine)


def test_pages_end_in_a_circle_that_two_forms_made_at_once() -> None:
    tree = CategoryTree(
        [
            CategoryNode(1, 2, "Wine", "wine", children_in_menu=False),
            CategoryNode(2, 1, "Red", "red", children_in_menu=False),
        ]
    )
    assert tree.slugs_within("wine") == ("wine", "red")


@pytest.mark.django_db
def test_files_end_there_too_and_its_forms_can_be_corrected(wine: Category, red: Category) -> None:
    Category.objects.filter(pk=wine.pk).update(parent=red)
    assert set(_category_paths().values()) == {"Red > Wine", "Wine > Red"}
    wine.refresh_from_db()
    with pytest.raises(ValidationError):
        wine.full_clean()
    wine.parent = None
    wine.full_clean()
    wine.save()
