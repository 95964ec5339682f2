"""The addresses of the newsletter, below /newsletter/."""

from django.urls import path

from vintner.newsletter import views

urlpatterns = [
    path("", views.newsletter, name="newsletter"),
    path("confirm/<str:token>/", views.confirm, name="confirm_newsletter"),
    path("stop/<str:token>/", views.stop, name="stop_newsletter"),
]
