"""The addresses of alerts, below /alerts/."""

from django.urls import path

from vintner.alerts import address_views, views
from vintner.alerts.wines import wine_views

urlpatterns = [
    path("", views.ask, name="ask_for_alert"),
    path("wine/<int:product_id>/", wine_views.ask, name="ask_about_wine"),
    path("bottle/<str:token>/", wine_views.take, name="held_bottle"),
    path("bottle/<str:token>/decline/", wine_views.decline, name="decline_bottle"),
    path("countdowns/", views.countdowns, name="countdowns"),
    path("confirm/<str:token>/", views.confirm, name="confirm_alert"),
    path("stop/<str:token>/", views.stop, name="stop_alert"),
    path("stop/<str:token>/all/", address_views.stop_all, name="stop_all_alerts"),
    path("weekly/<str:token>/", address_views.choose_digest, {"weekly": True}, name="tell_weekly"),
    path("at-once/<str:token>/", address_views.choose_digest, {"weekly": False}, name="tell_at_once"),
]
