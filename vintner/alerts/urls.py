"""The addresses of alerts, below /alerts/."""

from django.urls import path

from vintner.alerts import views

urlpatterns = [
    path("", views.ask, name="ask_for_alert"),
    path("countdowns/", views.countdowns, name="countdowns"),
    path("confirm/<str:token>/", views.confirm, name="confirm_alert"),
    path("stop/<str:token>/", views.stop, name="stop_alert"),
]
