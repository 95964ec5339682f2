"""The addresses of a subscriber's pages, below /my-source/. The names of the first three are WooCommerce's."""

from django.urls import path

from vintner.subscriptions.area import account_views, action_views, address_views

_ONE = "view-subscription/<int:number>/"
urlpatterns = [
    path("subscriptions/", account_views.list_subscriptions, name="subscriptions"),
    path(_ONE, account_views.view_subscription, name="view_subscription"),
    path(
        "subscription-payment-method/<int:number>/",
        account_views.subscription_payment_method,
        name="subscription_payment_method",
    ),
    path(f"{_ONE}skip/", action_views.skip, name="subscription_skip"),
    path(f"{_ONE}unskip/", action_views.unskip, name="subscription_unskip"),
    path(f"{_ONE}delay/", action_views.delay, name="subscription_delay"),
    path(f"{_ONE}undelay/<str:former>/", action_views.undelay, name="undelay_box"),
    path(f"{_ONE}pause/", action_views.pause, name="subscription_pause"),
    path(f"{_ONE}resume/", action_views.resume, name="subscription_resume"),
    path(f"{_ONE}cancel/", action_views.cancel, name="subscription_cancel"),
    path(f"{_ONE}reactivate/", action_views.reactivate, name="subscription_reactivate"),
    path(f"{_ONE}resubscribe/", action_views.resubscribe, name="subscription_resubscribe"),
    path(f"{_ONE}address/", address_views.subscription_address, name="subscription_address"),
]
