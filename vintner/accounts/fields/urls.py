"""The addresses of profile pictures, and the one that the profile had, below /my-source/."""

from django.urls import path, re_path
from django.views.generic import RedirectView

from vintner.accounts.fields import views

urlpatterns = [
    path("profile/", RedirectView.as_view(pattern_name="account_details", permanent=True)),
    re_path(r"^picture/(?P<name>[0-9a-f]{32})-(?P<side>[0-9]{1,4})\.webp$", views.picture, name="profile_picture"),
]
