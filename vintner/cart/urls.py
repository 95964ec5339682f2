"""The cart's addresses, under /cart/."""

from django.urls import path

from vintner.cart import views

urlpatterns = [
    path("", views.cart, name="cart"),
    path("add/", views.add, name="cart_add"),
]
