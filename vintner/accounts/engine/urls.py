"""The addresses that e-mails about accounts link to, by allauth's names."""

from django.urls import path

from vintner.accounts.engine import reset_views, views

urlpatterns = [
    path("lost-password/", reset_views.lost_password, name="account_reset_password"),
    path("lost-password/staff/", reset_views.lost_password, {"log_in": "admin:login"}, name="admin_password_reset"),
    path("lost-password/new/", reset_views.new_password, name="new_password"),
    path(
        "lost-password/<str:user_id>/<str:token>/",
        reset_views.open_reset_link,
        name="account_reset_password_from_key",
    ),
    path("confirm-e-mail/<str:key>/", views.ConfirmEmailStep.as_view(), name="account_confirm_email"),
]
