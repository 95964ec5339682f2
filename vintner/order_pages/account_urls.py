"""The address of an order's page in the account, below /my-source/."""

from django.urls import path

from vintner.order_pages import account_views

urlpatterns = [
    path("view-order/<int:order_id>/", account_views.view_order, name="view_order"),
]
