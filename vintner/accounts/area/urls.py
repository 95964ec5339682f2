"""The addresses of the account area. They are WooCommerce's. An order's own page is in order_pages/account_urls.py."""

from django.urls import path

from vintner.accounts.area import account_details_views, order_list_views, views

urlpatterns = [
    path("", views.account, name="account"),
    path("", views.account, name="account_login"),  # allauth's names
    path("", views.account, name="account_signup"),
    path("orders/", order_list_views.orders, name="orders"),
    path("orders/<int:page>/", order_list_views.orders, name="orders"),
    path("edit-account/", account_details_views.edit_account, name="account_details"),
    path("downloads/", views.downloads, name="downloads"),
    path("customer-logout/", views.log_out, name="log_out"),
]
