"""The account's pages of saved payment methods. Their addresses are WooCommerce's."""

from django.urls import path

from vintner.payments import views

urlpatterns = [
    path("payment-methods/", views.payment_methods, name="payment_methods"),
    path("add-payment-method/", views.add_payment_method, name="add_payment_method"),
    path("set-default-payment-method/<int:number>/", views.make_default, name="make_default_card"),
    path("delete-payment-method/<int:number>/", views.delete, name="delete_card"),
]
