"""Pages in the admin's menu that are no list of rows. A model's admin class lists them in `menu_pages`."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest
from django.urls import reverse


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuPage:
    """A page by its URL name. The menu shows it in the group of the model's application to those who may open it."""

    title: str
    page: str
    may_open: Callable[[HttpRequest], bool]


def add_pages(
    request: HttpRequest, menu: list[dict[str, Any]], admins: "Iterable[ModelAdmin[Any]]"
) -> list[dict[str, Any]]:
    """Return Django's list of applications with the pages of these admins, in the order of Django's own."""
    groups = {group["app_label"]: group for group in menu}
    for each in admins:
        for page in getattr(each, "menu_pages", ()):
            if page.may_open(request):
                label = each.model._meta.app_label
                groups.setdefault(label, _group(label))["models"].append(_entry(page))
    for group in groups.values():
        group["models"].sort(key=lambda entry: entry["name"])
    return sorted(groups.values(), key=lambda group: group["name"].lower())


def _group(label: str) -> dict[str, Any]:
    return {
        "name": apps.get_app_config(label).verbose_name,
        "app_label": label,
        "app_url": reverse("admin:app_list", args=[label]),
        "has_module_perms": True,
        "models": [],
    }


def _entry(page: MenuPage) -> dict[str, Any]:
    return {"name": page.title, "object_name": page.page, "admin_url": reverse(page.page), "view_only": True}
