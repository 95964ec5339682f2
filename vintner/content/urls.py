"""The address of the contact page."""

from django.urls import path

from vintner.content import contact_views

urlpatterns = [path("", contact_views.contact, name="contact")]
