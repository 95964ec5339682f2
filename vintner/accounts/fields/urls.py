"""The addresses of profile pictures, and the one that the profile had, below /my-source/."""

from django.urls import path
from django.views.generic import RedirectView

from vintner.accounts.fields import views

urlpatterns = [
    path("profile/", RedirectView.as_view(pattern_name="account_details", permanent=True)),
    path("picture/<str:name>-<int:side>.webp", views.picture, name="profile_picture"),
]
