"""The address of the page of a mixed case, /mixed-case/."""

from django.urls import path

from vintner.storefront.mixed_case import views

urlpatterns = [path("", views.mixed_case, name="mixed_case")]
