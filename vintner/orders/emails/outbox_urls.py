"""The outbox's addresses, under /outbox/."""

from django.urls import path

from vintner.orders.emails import outbox

urlpatterns = [
    path("", outbox.outbox, name="outbox"),
    path("<int:email_id>/", outbox.email, name="outbox_email"),
    path("<int:email_id>/body/", outbox.body, name="outbox_body"),
]
