"""The addresses of a customer's alerts, below /my-source/alerts/."""

from django.urls import path

from vintner.alerts import account_views

urlpatterns = [
    path("", account_views.list_alerts, name="own_alerts"),
    path("when/", account_views.choose_digest, name="choose_own_digest"),
    path("<int:alert_id>/stop/", account_views.stop, name="stop_own_alert"),
]
