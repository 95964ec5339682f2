"""The profile's addresses, below /my-source/."""

from django.urls import path

from vintner.accounts.fields import views

urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("picture/<str:name>-<int:side>.webp", views.picture, name="profile_picture"),
]
