"""The checkout's addresses, under /checkout/."""

from django.urls import path

from vintner.checkout import views

urlpatterns = [
    path("", views.checkout, name="checkout"),
    path("order-received/", views.order_received_unnamed, name="order_received_unnamed"),
    path("order-received/<int:order_id>/", views.order_received, name="order_received"),
]
