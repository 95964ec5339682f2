"""The settings of django-allauth, the engine of accounts. Read by the settings, so it knows no app of Django's."""

from vintner.checked_env import CheckedEnv

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]

FORM_PATTERNS = ("single", "separate")
"""Whether the log-in asks for the e-mail address first, or for the password at once."""
SINGLE_STEPS = ("open", "private")
"""Whether the first step says who has an account, or answers alike and mails a code."""
POPUP_OPENS = ("", "always", "once")
"""Whether the log-in popup opens by itself: never, on every page, or once in each browser."""


RESET_MINUTES = 60
"""How long a mailed link takes a new password."""


def read_forms(env: CheckedEnv) -> tuple[str, str, str]:
    """Return AUTH_FORM_PATTERN, AUTH_SINGLE_STEP and AUTH_POPUP_OPENS."""
    pattern = env.choice("AUTH_FORM_PATTERN", FORM_PATTERNS, "single")
    step = env.choice("AUTH_SINGLE_STEP", SINGLE_STEPS, "open")
    return pattern, step, env.choice("AUTH_POPUP_OPENS", POPUP_OPENS, "")


LOG_IN_STAGES = ["vintner.privacy.stage_views.ClosedAccountStage"]
"""What a log-in has to pass besides allauth's own stages (accounts/engine/adapter.py)."""


def configure_allauth(store_name: str) -> dict[str, object]:
    """Return the settings of allauth's apps by their names.

    Accounts are found by e-mail address only. An address may be confirmed later; until then no second factor can be
    added, because whoever registers with somebody else's address could lock its owner out. allauth's own rate limits
    count in the cache of one process, so the store counts in the database instead (rate_limit_settings.py).
    """
    return {
        "ACCOUNT_ADAPTER": "vintner.accounts.engine.adapter.StoreAccountAdapter",
        "ACCOUNT_USER_MODEL_USERNAME_FIELD": None,
        "ACCOUNT_LOGIN_METHODS": {"email"},
        "ACCOUNT_SIGNUP_FIELDS": ["email*", "password1*"],
        "ACCOUNT_EMAIL_VERIFICATION": "optional",
        "ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS": 3,
        "ACCOUNT_CHANGE_EMAIL": True,
        "ACCOUNT_EMAIL_NOTIFICATIONS": True,
        "ACCOUNT_EMAIL_SUBJECT_PREFIX": "",
        "ACCOUNT_SESSION_REMEMBER": True,
        "ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE": False,
        "ACCOUNT_LOGIN_ON_PASSWORD_RESET": False,
        "ACCOUNT_LOGIN_BY_CODE_ENABLED": True,
        "ACCOUNT_LOGIN_BY_CODE_TIMEOUT": 180,
        "ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS": 3,
        "ACCOUNT_REAUTHENTICATION_REQUIRED": True,
        "ACCOUNT_REAUTHENTICATION_TIMEOUT": 300,
        "ACCOUNT_PREVENT_ENUMERATION": True,
        "ACCOUNT_RATE_LIMITS": False,
        "PASSWORD_RESET_TIMEOUT": RESET_MINUTES * 60,
        "MFA_ADAPTER": "vintner.accounts.engine.adapter.StoreMFAAdapter",
        "MFA_SUPPORTED_TYPES": ["totp", "webauthn", "recovery_codes"],
        "MFA_TOTP_ISSUER": store_name,
        "MFA_TOTP_TOLERANCE": 1,
        "MFA_PASSKEY_LOGIN_ENABLED": True,
        "MFA_RATE_LIMITS": False,
    }
