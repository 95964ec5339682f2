"""The address of the form for the place that the cart goes to, /ship-to/."""

from django.urls import path

from vintner.cart.ship_to import views

urlpatterns = [path("", views.ship_to, name="ship_to")]
