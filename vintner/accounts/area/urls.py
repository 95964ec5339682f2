"""The addresses of the account area. They are WooCommerce's."""

from django.urls import path

from vintner.accounts.area import views

urlpatterns = [
    path("", views.account, name="account"),
    path("", views.account, name="account_login"),  # allauth's names
    path("", views.account, name="account_signup"),
    path("customer-logout/", views.log_out, name="log_out"),
]
