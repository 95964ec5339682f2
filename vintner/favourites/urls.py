"""The addresses of favourites, below /favorites/."""

from django.urls import path

from vintner.favourites import views

urlpatterns = [
    path("", views.favourites, name="favourites"),
    path("change/", views.change, name="change_favourite"),
    path("share/", views.share, name="share_favourites"),
    path("shared/<slug:token>/", views.shared, name="shared_favourites"),
    path("save-for-later/", views.save_for_later, name="save_for_later"),
    path("add-to-cart/", views.add_all, name="add_favourites_to_cart"),
]
