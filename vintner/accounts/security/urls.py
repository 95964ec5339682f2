"""The addresses of the account's security. Their names are allauth's where it links to them."""

from django.urls import path

from vintner.accounts.security import code_views, confirm_views, email_views, passkey_views, views
from vintner.accounts.security.mail_confirmation_views import confirm_by_mail, confirm_without_password
from vintner.accounts.security.session_lock_views import lock_session

urlpatterns = [
    path("security/", views.security, name="security"),
    path("security/", views.security, name="mfa_index"),
    path("security/", views.security, name="mfa_list_webauthn"),
    path("security/", views.security, name="usersessions_list"),
    path("security/sessions/", views.end_sessions, name="end_other_sessions"),
    path("security/e-mail/", views.send_confirmation, name="send_confirmation"),
    path("security/app/", confirm_without_password(views.ActivateAppView.as_view()), name="mfa_activate_totp"),
    path("security/app/remove/", views.DeactivateAppView.as_view(), name="mfa_deactivate_totp"),
    path("security/recovery-codes/", views.RecoveryCodesView.as_view(), name="mfa_view_recovery_codes"),
    path("security/recovery-codes/new/", views.NewRecoveryCodesView.as_view(), name="mfa_generate_recovery_codes"),
    path("security/recovery-codes/file/", views.DownloadCodesView.as_view(), name="mfa_download_recovery_codes"),
    path(
        "security/passkeys/add/",
        confirm_without_password(lock_session(passkey_views.AddPasskeyView.as_view())),
        name="mfa_add_webauthn",
    ),
    path("security/passkeys/<int:pk>/", passkey_views.RenamePasskeyView.as_view(), name="mfa_edit_webauthn"),
    path("security/passkeys/<int:pk>/remove/", passkey_views.RemovePasskeyView.as_view(), name="mfa_remove_webauthn"),
    path("confirm/", confirm_views.ConfirmPasswordView.as_view(), name="account_reauthenticate"),
    path("confirm/code/", confirm_views.ConfirmCodeView.as_view(), name="mfa_reauthenticate"),
    path(
        "confirm/passkey/", lock_session(confirm_views.ConfirmPasskeyView.as_view()), name="mfa_reauthenticate_webauthn"
    ),
    path("confirm/mail/", confirm_by_mail, name="confirm_by_mail"),
    path("change-email/", confirm_without_password(email_views.ChangeEmailView.as_view()), name="change_email"),
    path("change-email/cancel/", email_views.keep_email, name="keep_email"),
    path("mailed-code/", code_views.RequestCodeView.as_view(), name="account_request_login_code"),
    path("mailed-code/enter/", lock_session(code_views.EnterCodeView.as_view()), name="account_confirm_login_code"),
    path("second-factor/", lock_session(views.SecondFactorView.as_view()), name="mfa_authenticate"),
    path("passkey/", passkey_views.PasskeyLogInView.as_view(), name="mfa_login_webauthn"),
]
