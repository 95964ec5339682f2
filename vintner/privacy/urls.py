"""The addresses of privacy, below /my-source/privacy/."""

from django.urls import path

from vintner.accounts.security.mail_confirmation_views import confirm_without_password
from vintner.privacy import stage_views, views

urlpatterns = [
    path("", views.privacy, name="privacy"),
    path("archive/", views.ask_for_archive, name="ask_for_archive"),
    path("archive/<int:export_id>/", confirm_without_password(views.download_archive), name="download_archive"),
    path("erase/", confirm_without_password(views.erase), name="erase_account"),
    path("closed/", stage_views.closed_account, name="closed_account"),
    path("keep/<str:token>/", stage_views.keep, name="keep_account"),
]
