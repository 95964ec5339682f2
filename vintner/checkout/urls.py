"""The checkout's addresses, under /checkout/."""

from django.urls import path

from vintner.checkout import lookup_calls, views
from vintner.checkout.block import views as block

urlpatterns = [
    path("", views.checkout, name="checkout"),
    path("classic/", views.classic_checkout, name="classic_checkout"),
    path("block/", block.block_checkout, name="block_checkout"),
    path("addresses/", lookup_calls.suggest, name="suggest_addresses"),
    path("addresses/found/", lookup_calls.find, name="find_address"),
    path("addresses/countries/<str:code>/", lookup_calls.country, name="address_country"),
    path("addresses/located/", lookup_calls.locate, name="locate_address"),
]
