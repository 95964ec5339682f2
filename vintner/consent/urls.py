"""The address of the page of cookies."""

from django.urls import path

from vintner.consent import views

urlpatterns = [path("", views.cookies, name="cookies")]
