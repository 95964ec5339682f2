"""Error pages of the admin, in the admin's design."""

from copy import copy
from functools import cache

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse


def is_admin_page(request: HttpRequest) -> bool:
    """Return whether an address is the admin's."""
    return request.path.startswith(_admin_root())


@cache
def _admin_root() -> str:
    """Return the address of the admin. Every response needs it, and reversing it is slow."""
    return reverse("admin:index")


def admin_error(request: HttpRequest, status: int, title: str, message: str) -> HttpResponse:
    """Return an error page with a way back. It reads nothing from the database, which may be what failed."""
    nobodys = copy(request)
    nobodys.user = AnonymousUser()
    context = {**admin.site.each_context(nobodys), "title": title, "message": message}
    return render(nobodys, "web/admin_error.html", context, status=status)
