"""Error pages of the admin, in the admin's design."""

from copy import copy

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def admin_error(request: HttpRequest, status: int, title: str, message: str) -> HttpResponse:
    """Return an error page with a way back. It reads nothing from the database, which may be what failed."""
    nobodys = copy(request)
    nobodys.user = AnonymousUser()
    context = {**admin.site.each_context(nobodys), "title": title, "message": message}
    return render(nobodys, "web/admin_error.html", context, status=status)
