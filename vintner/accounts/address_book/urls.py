"""The addresses of the address book, below /my-source/. The first two are WooCommerce's."""

from django.urls import path, re_path

from vintner.accounts.address_book import views

urlpatterns = [
    path("edit-address/", views.show_addresses, name="addresses"),
    re_path(r"^edit-address/(?P<use>billing|shipping)/$", views.edit_default, name="edit_default_address"),
    path("edit-address/add/", views.add_address, name="add_address"),
    path("edit-address/<int:number>/", views.edit_address, name="edit_address"),
    re_path(
        r"^edit-address/(?P<number>[0-9]{1,18})/(?P<use>billing|shipping)/$", views.make_default, name="default_address"
    ),
    path("edit-address/<int:number>/delete/", views.remove, name="remove_address"),
    path("edit-address/<int:number>/restore/", views.restore, name="restore_address"),
]
