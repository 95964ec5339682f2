"""The links of e-mails to subscribers, below /subscriptions/."""

from django.urls import path

from vintner.subscriptions.mailed import link_views

urlpatterns = [
    path("<str:token>/", link_views.manage, name="subscription_link"),
    path("<str:token>/skip/", link_views.skip, name="skip_by_link"),
    path("<str:token>/skip/undo/", link_views.unskip, name="unskip_by_link"),
    path("<str:token>/delay/", link_views.delay, name="delay_by_link"),
    path("<str:token>/delay/undo/<str:former>/", link_views.undelay, name="undelay_by_link"),
    path("<str:token>/cancel/", link_views.cancel, name="cancel_by_link"),
    path("<str:token>/cancel/undo/", link_views.reactivate, name="reactivate_by_link"),
]
