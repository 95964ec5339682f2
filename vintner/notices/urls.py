"""The addresses of the texts that a purchase rests on."""

from django.urls import path

from vintner.notices import views

urlpatterns = [
    path("terms/", views.policy, {"kind": "terms"}, name="policy_terms"),
    path("privacy/", views.policy, {"kind": "privacy"}, name="policy_privacy"),
]
