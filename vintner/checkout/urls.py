"""The checkout's addresses, under /checkout/."""

from django.urls import path

from vintner.checkout import block_views, entrance, find_order, lookup_calls, order_deeds, order_pay, order_views, views

urlpatterns = [
    path("", entrance.checkout, name="checkout"),
    path("classic/", views.checkout, name="classic_checkout"),
    path("block/", block_views.block_checkout, name="block_checkout"),
    path("addresses/", lookup_calls.suggest, name="suggest_addresses"),
    path("addresses/found/", lookup_calls.find, name="find_address"),
    path("order-received/", order_views.order_received_unnamed, name="order_received_unnamed"),
    path("order-received/<int:order_id>/", order_views.order_received, name="order_received"),
    path("order-received/<int:order_id>/invoice.pdf", order_views.invoice_paper, name="order_invoice"),
    path("order-received/<int:order_id>/cancel/", order_deeds.cancel, name="order_cancel"),
    path("order-received/<int:order_id>/again/", order_deeds.again, name="order_again"),
    path("order-received/<int:order_id>/account/", order_deeds.open_account, name="order_account"),
    path("order-pay/<int:order_id>/", order_pay.order_pay, name="order_pay"),
    path("find-order/", find_order.find_order, name="find_order"),
    path("find-order/<str:token>/", find_order.open_link, name="order_link"),
]
