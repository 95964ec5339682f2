"""The addresses of an order's own pages, under /checkout/."""

from django.urls import path

from vintner.order_pages import action_views, find_order_views, pay_views, views

urlpatterns = [
    path("order-received/", views.order_received_unnamed, name="order_received_unnamed"),
    path("order-received/<int:order_id>/", views.order_received, name="order_received"),
    path("order-received/<int:order_id>/invoice.pdf", views.invoice_pdf, name="order_invoice"),
    path("order-received/<int:order_id>/cancel/", action_views.cancel, name="order_cancel"),
    path("order-received/<int:order_id>/again/", action_views.buy_again, name="order_again"),
    path("order-received/<int:order_id>/account/", action_views.open_account, name="order_account"),
    path("order-pay/<int:order_id>/", pay_views.order_pay, name="order_pay"),
    path("find-order/", find_order_views.find_order, name="find_order"),
    path("find-order/<str:token>/", find_order_views.open_link, name="order_link"),
]
