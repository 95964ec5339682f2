"""The account's addresses, below /my-source/. Those of saved payment methods are in payments/urls.py."""

from django.urls import include, path

urlpatterns = [
    path("", include("vintner.accounts.area.urls")),
    path("", include("vintner.accounts.address_book.urls")),
    path("", include("vintner.accounts.engine.urls")),
    path("", include("vintner.accounts.security.urls")),
    path("", include("vintner.accounts.fields.urls")),
]
