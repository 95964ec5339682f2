"""The outbox's addresses, under /outbox/."""

from django.urls import path

from vintner.orders.emails import outbox_views

urlpatterns = [
    path("", outbox_views.outbox, name="outbox"),
    path("<int:email_id>/", outbox_views.email, name="outbox_email"),
    path("<int:email_id>/body/", outbox_views.body, name="outbox_body"),
]
