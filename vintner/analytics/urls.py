"""The address of the beacon, /events/."""

from django.urls import path

from vintner.analytics import views

urlpatterns = [path("", views.events, name="events")]
