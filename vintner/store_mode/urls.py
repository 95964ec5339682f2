"""The addresses of the store's mode, below /coming-soon/."""

from django.urls import path, re_path

from vintner.store_mode import views

urlpatterns = [
    path("", views.ask_for_mail, name="ask_for_opening"),
    re_path(r"^preview/(?P<token>[0-9]{1,18}:[A-Za-z0-9_-]{20,100})/$", views.preview, name="store_preview"),
    path("countdown/", views.countdown, name="opening_countdown"),
    path("dismiss-banner/", views.dismiss, name="dismiss_banner"),
]
