"""The addresses of alerts, below /alerts/."""

from django.urls import path

from vintner.alerts import views, wine_views

urlpatterns = [
    path("", views.ask, name="ask_for_alert"),
    path("wine/<int:product_id>/", wine_views.ask, name="ask_about_wine"),
    path("bottle/<str:token>/", wine_views.take, name="held_bottle"),
    path("bottle/<str:token>/decline/", wine_views.decline, name="decline_bottle"),
    path("countdowns/", views.countdowns, name="countdowns"),
    path("confirm/<str:token>/", views.confirm, name="confirm_alert"),
    path("stop/<str:token>/", views.stop, name="stop_alert"),
]
