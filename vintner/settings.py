"""Settings. Everything that differs between machines comes from the environment (README, "Settings")."""

import logging
from functools import partial
from pathlib import Path

from django.http.request import validate_host

from vintner import (
    account_settings,
    admin_look,
    header_settings,
    log_settings,
    provider_keys,
    rate_limit_settings,
    server_settings,
    service_settings,
    setting_faults,
    store_settings,
)
from vintner.checked_env import CheckedEnv
from vintner.installed_apps import INSTALLED_APPS as INSTALLED_APPS
from vintner.payment_type_names import PAYMENT_TYPE_NAMES

BASE_DIR = Path(__file__).resolve().parent.parent
env = CheckedEnv()
_SERVICE = (setting_faults.service_url_fault, "an address like https://service.example/path")

PRODUCTION = env.choice("VINTNER_ENV", ("demo", "production"), "demo") == "production"
VAR_DIR = server_settings.read_folder(env, BASE_DIR / "var")
SECRET_KEY, SECRET_KEY_FALLBACKS = store_settings.read_secret_keys(env, VAR_DIR, production=PRODUCTION)
DEBUG = False
HOST, PORT, WEB_THREADS = server_settings.read_server(env)
"""WEB_THREADS: how many requests each web process answers at a time, but for those that wait for outside services."""
STORE_URL = env.checked(
    "STORE_URL",
    partial(setting_faults.store_url_fault, https=PRODUCTION),
    "the address at which shoppers reach the store, like https://store.example",
    None if PRODUCTION else f"http://{server_settings.in_brackets(HOST)}:{PORT}",
).rstrip("/")
"""Where shoppers reach the store, without a slash at the end. Links in e-mails and to the provider start with it."""
_LOCAL_HOSTS = [] if PRODUCTION else ["127.0.0.1", "localhost", "[::1]"]
_STORE_HOST = setting_faults.host_of(STORE_URL)
_HOSTS = "hosts like store.example, without https://"
ALLOWED_HOSTS = env.checked_list("ALLOWED_HOSTS", setting_faults.host_fault, _HOSTS, [_STORE_HOST, *_LOCAL_HOSTS])
if PRODUCTION and STORE_URL and not validate_host(_STORE_HOST, ALLOWED_HOSTS):
    env.refuse(
        "ALLOWED_HOSTS", "does not contain the host of STORE_URL", "Add the host without https://, or leave it out"
    )
CSRF_TRUSTED_ORIGINS = env.checked_list(
    "CSRF_TRUSTED_ORIGINS", setting_faults.origin_fault, "origins like https://store.example", [STORE_URL]
)
HTTPS = PRODUCTION or STORE_URL.startswith("https://")
TRUSTED_PROXIES = env.checked_list(
    "TRUSTED_PROXIES", setting_faults.proxy_fault, "addresses or networks, like 127.0.0.1 or 10.0.0.0/8", []
)
"""Addresses and networks of the proxies in front of the store. What they say of the visitor's address and of https is
believed, nobody else (web/client_address.py).
"""
COUNTRY_HEADER = env.checked("COUNTRY_HEADER", setting_faults.header_fault, "a name like CF-IPCountry", "")
"""The header in which a trusted proxy says where a visitor is, by the letters of a country (DE) or its part (CA-QC)."""
if COUNTRY_HEADER and not TRUSTED_PROXIES:
    env.refuse("TRUSTED_PROXIES", "is missing", "COUNTRY_HEADER is trusted only from proxies: write their addresses")

MIDDLEWARE = [
    "vintner.analytics.middleware.AnalyticsMiddleware",
    "vintner.web.middleware.HealthMiddleware",
    "vintner.web.middleware.HttpsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "vintner.web.middleware.ContentPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "vintner.web.middleware.CompressionMiddleware",
    "vintner.web.middleware.EarlyPageMiddleware",
    "vintner.web.middleware.TextInputMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "vintner.web.middleware.FormOriginMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "vintner.customers.middleware.CustomerMark",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "vintner.web.middleware.LoggedRequests",
    "vintner.web.middleware.LongAddressMiddleware",
    "vintner.web.middleware.AdminInputMiddleware",
    "vintner.consent.middleware.ConsentMiddleware",
    "vintner.wire.middleware.StoreModeMiddleware",
    "vintner.cart.middleware.ShipToCookieMiddleware",
    "vintner.cart.middleware.CartLinkMiddleware",
]

ROOT_URLCONF = "vintner.urls"
CSRF_FAILURE_VIEW = "vintner.storefront.views.forged"
WSGI_APPLICATION = "vintner.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "vintner" / "web" / "theme"],  # before the theme's own templates
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [f"vintner.web.admin.dense_lists.{loader}" for loader in ("FolderLoader", "AppLoader")],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASES = {"default": service_settings.read_database(env)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = service_settings.read_caches(env)
PAGES_KEPT_SECONDS = env.whole("PAGES_KEPT_SECONDS", 3600, 0, server_settings.MONTH)
"""How long a page may be sent again while nothing in the shop changes. 0 makes every page anew."""

PROCRASTINATE_AUTODISCOVER_MODULE_NAME = "jobs"

AUTH_USER_MODEL = "customers.User"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
vars().update(account_settings.configure_allauth(env.text("STORE_NAME", "Vintner")))
PASSWORD_HASHERS = account_settings.PASSWORD_HASHERS
AUTH_PASSWORD_VALIDATORS = [{"NAME": "vintner.accounts.passwords.validators.StrongPasswordValidator"}]
AUTH_FORM_PATTERN, AUTH_SINGLE_STEP, AUTH_POPUP_OPENS = account_settings.read_forms(env)
"""How guests log in: which form comes first, what it tells, whether the popup opens by itself (account_settings.py)."""
PASSWORD_RANGE_URL = env.checked("PASSWORD_RANGE_URL", *_SERVICE, "")
"""A service of breached passwords (accounts/passwords/)."""
STAFF_LOG_IN = "vintner.accounts.security.staff_views.staff_log_in"
STAFF_GUARD = "vintner.accounts.security.staff_middleware.refuse_staff"
STAFF_SECOND_FACTOR = env.switch("STAFF_SECOND_FACTOR", PRODUCTION)
LOGIN_URL = "/my-source/"
LOGIN_REDIRECT_URL = "admin:index"
"""Where the admin's log-in leads; the shop's says it itself."""

LANGUAGE_CODE = "en-us"
TIME_ZONE = env.checked(
    "TIME_ZONE", setting_faults.time_zone_fault, "a name like America/New_York", "America/Los_Angeles"
)
USE_TZ = True
FORMAT_MODULE_PATH = ["vintner.web.formats"]
"""How the admin writes dates. The shop words its own (web/dates.py)."""

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
FRONTEND_DIR = BASE_DIR / "frontend" / "dist"
STATICFILES_DIRS = [FRONTEND_DIR / "client"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+[-.][\w-]{8}\.\w+$"
"""What the frontend's build names by its content: browsers keep it for good."""
MEDIA_URL = "/media/"
MEDIA_ROOT = VAR_DIR / "media"

SESSION_ENGINE = "vintner.web.sessions.store"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# With this prefix browsers take a cookie from the store's own host alone: another one of the domain cannot set it.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
SECURE_SSL_REDIRECT = env.switch("SECURE_SSL_REDIRECT", HTTPS)
if SECURE_SSL_REDIRECT and not TRUSTED_PROXIES:
    _LOOP = "is missing, so nobody can say that a shopper came by https, and every page would redirect to itself"
    env.refuse("TRUSTED_PROXIES", _LOOP, "Write the address of the proxy that speaks https, like 127.0.0.1")
SECURE_HSTS_SECONDS = env.whole("SECURE_HSTS_SECONDS", 31_536_000 if HTTPS else 0, 0, 63_072_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin-allow-popups"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# The card provider. Without keys the sandbox provider (sandbox_pay/) is used.
STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRETS = store_settings.read_keys(env, production=PRODUCTION)
STRIPE_API_VERSION = "2026-10-28.endive"
SANDBOX = provider_keys.mode_of(STRIPE_SECRET_KEY) == provider_keys.SANDBOX
_SANDBOX_URL = env.checked("SANDBOX_URL", setting_faults.service_url_fault, "the address of the sandbox", "")
SANDBOX_URL = (_SANDBOX_URL or "http://127.0.0.1:8001").rstrip("/") if SANDBOX else ""
if provider_keys.mode_of(STRIPE_SECRET_KEY) == provider_keys.LIVE and _SANDBOX_URL:
    env.refuse("SANDBOX_URL", "is set beside a live key, which must never be sent to a sandbox", "Leave it out")

ACCOUNT_COUNTRY = env.checked("ACCOUNT_COUNTRY", setting_faults.country_fault, "two letters like US", "US").upper()
"""The country of the account at the provider: some types of payment methods depend on it."""
PAYMENT_TYPES = env.choices("PAYMENT_TYPES", PAYMENT_TYPE_NAMES, ["card"])
"""The types of payment methods that are enabled (payments/types.py): cards alone, unless others are named. Those that
fit neither currency nor account are not offered. Pages choose a card beforehand, or else the first.
"""

COMBINED_LAYOUT = env.switch("COMBINED_LAYOUT", False)
"""Whether the provider's fields are laid out as COMBINED_LAYOUT_TYPE says, with larger type."""
COMBINED_LAYOUT_TYPES = ("accordion", "tabs")
COMBINED_LAYOUT_TYPE = env.choice("COMBINED_LAYOUT_TYPE", COMBINED_LAYOUT_TYPES, "accordion")
PAYMENT_CONFIGURATION_ID = env.text("PAYMENT_CONFIGURATION_ID")
"""The provider's name of the account's configuration of payment methods ('pmc_…'), which clients may ask for."""

PROVIDER_SCRIPTS = [SANDBOX_URL] if SANDBOX else ["https://js.stripe.com", "https://*.js.stripe.com"]
PROVIDER_FRAMES = (
    [SANDBOX_URL] if SANDBOX else ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"]
)
PROVIDER_CALLS = [SANDBOX_URL] if SANDBOX else ["https://api.stripe.com"]
PROVIDER_IMAGES = [SANDBOX_URL] if SANDBOX else ["https://*.stripe.com"]
PERMISSIONS_POLICY = header_settings.permissions_policy(PROVIDER_FRAMES)
INLINE_SCRIPTS = header_settings.inline_scripts(BASE_DIR / "vintner" / "web" / "templates" / "web")
CONTENT_SECURITY_POLICY = header_settings.content_policy(
    [*INLINE_SCRIPTS, *PROVIDER_SCRIPTS], PROVIDER_IMAGES, PROVIDER_CALLS, PROVIDER_FRAMES
)

RENDERER_SOCKET = env.checked(
    "RENDERER_SOCKET", setting_faults.socket_fault, "the path of a socket", str(VAR_DIR / "renderer.sock")
)
RENDERER_TIMEOUT = 3.0
"""Seconds a page waits for the renderer before the browser is left to render it."""
RENDER_CACHE_SECONDS = env.whole("RENDER_CACHE_SECONDS", 3600, 0, server_settings.MONTH)

# The store of which there is one. Prices are without tax.
STORE_NAME = env.text("STORE_NAME", "Vintner")
HAS_HOUSE_MARK = STORE_NAME == "Vintner"
"""Whether the mark that the store comes with stands beside its name. A merchant's own name stands alone."""
STORE_EMAIL = store_settings.read_email(env, production=PRODUCTION)
STORE_CURRENCY = env.checked("STORE_CURRENCY", setting_faults.currency_fault, "three letters like USD", "USD").upper()
"""What prices are in: a currency in use with two decimal places."""
STORE_COUNTRIES = store_settings.read_countries(env)
"""Where parcels may go. Where wine may be sent to, staff says in the admin."""
STORE_BASE_ADDRESS, STORE_STREET = store_settings.read_address(env, STORE_COUNTRIES, production=PRODUCTION)
"""Where the store is: taxes count from here where the shopper's place is not known yet. Invoices and packing slips have
the street, too.
"""
AGE_CHECKS = ("off", "affirm", "date_of_birth")
AGE_CHECK = env.choice("AGE_CHECK", AGE_CHECKS, "affirm")
"""What is asked about age, one of AGE_CHECKS: nothing, a yes at the gate and the checkout, or the date of birth."""
CHECKOUTS = ("classic", "block")
CHECKOUT = env.choice("CHECKOUT", CHECKOUTS, "classic")
"""Which checkout stands at /checkout/, one of CHECKOUTS. The other one can be opened at /checkout/ and its name."""
ADDRESS_LOOKUP_KEY = env.text("ADDRESS_LOOKUP_KEY")
"""The key of Google's Places API (New), for suggestions, and Geocoding API, for positions."""
ADDRESS_LOOKUP_URL = env.checked("ADDRESS_LOOKUP_URL", *_SERVICE, "https://places.googleapis.com")
ADDRESS_GEOCODING_URL = env.checked("ADDRESS_GEOCODING_URL", *_SERVICE, "https://maps.googleapis.com")
ADDRESS_LOOKUP_SANDBOX = env.switch("ADDRESS_LOOKUP_SANDBOX", True) and not PRODUCTION
"""Whether a demo without the key suggests addresses of its own (shipping/lookup/sandbox_places.py)."""
STOCK_HOLD_MINUTES = 60
"""How long an unpaid order keeps its bottles."""
CAPTURE_LATER = env.switch("CAPTURE_LATER", False)
"""Whether a card only sets the money aside when an order is placed, until staff takes it."""
REFUSE_PREPAID_CARDS = env.switch("REFUSE_PREPAID_CARDS", False)
"""Whether payments by prepaid cards are refused (payments/attempts/start_payment.py)."""
RETURN_AFTER_HOURS = env.whole("RETURN_AFTER_HOURS", 48, 0, 24 * 30)
"""After so many hours the money of a paid order whose bottles are gone goes back by itself; 0 is never."""
METRICS_TOKEN = env.text("METRICS_TOKEN")
"""Who sends it as a bearer token may read the figures of payments at /metrics/payments. Without it nobody can."""
ATTRIBUTION_MONTHS = env.number("ATTRIBUTION_MONTHS", 0.00001, 0, 120)
"""How long the cookies of attribution last, in months of 30 days. Less than a minute: until the browser is closed."""
GA4_ID = env.checked("GA4_ID", setting_faults.ga4_fault, "an id like G-AB12CD34EF", "")
"""The measurement id of Google Analytics 4 (web/google_tag.py). Without it, nothing of Google's is on any page."""
CART_DAYS = 30
CART_REDIRECT_AFTER_ADD = env.switch("CART_REDIRECT_AFTER_ADD", False)
"""Whether adding a wine leads to the cart's page."""
LISTING_PAGE_SIZE = env.whole("LISTING_PAGE_SIZE", 24, 1, 100)
LISTING_PAGINGS = ("infinity_scroll", "more_button", "pagination", "more_pagination", "none")
LISTING_PAGING = env.choice("LISTING_PAGING", LISTING_PAGINGS, "infinity_scroll")
"""How a listing shows its further pages, one of LISTING_PAGINGS."""
LISTING_WAITS_FOR_IMAGES = env.switch("LISTING_WAITS_FOR_IMAGES", False)
"""Whether listings stay hidden until their pictures are there. Off: it would delay the first paint."""
REVIEWS_PER_PAGE = 10
REVIEW_RATING_REQUIRED = env.switch("REVIEW_RATING_REQUIRED", False)
REVIEWS_BY_BUYERS_ONLY = env.switch("REVIEWS_BY_BUYERS_ONLY", False)
"""Whether only logged-in customers who bought a wine may review it."""
LIMITS = rate_limit_settings.read_limits(env, sandbox=SANDBOX)
SURROUNDINGS = "vintner.storefront.age_views.layout_for"
"""What finds the navigation, the store notice and the age gate for a page (web/shared_props.py)."""
STORE_IS_OPEN = "vintner.store_mode.mode.is_open"
"""What finds whether e-mails may lead to the shop (alerts/jobs.py)."""
LAUNCH_EMAIL_WORDS = "vintner.launches.email_words.find_email_words"
"""What finds the merchant's words for the e-mail about a launch (alerts/alert_emails.py)."""
SHOWN_PRICES = "vintner.cart.prices.unit_prices.unit_prices"
"""What finds the prices that pages, feeds and answers show (catalogue/displayed_prices.py)."""
EXPRESS_BUTTONS = "vintner.express.buttons.find_express_buttons"
CHOSEN_WALLETS = "vintner.express.merchant_settings.chosen_wallets"
"""What finds the wallets that a page offers (web/express_buttons.py)."""
STYLE_GUIDE = env.switch("STYLE_GUIDE", not PRODUCTION)
"""Whether /style-guide/ shows the parts that pages are made of."""
SERVE_MEDIA = env.switch("SERVE_MEDIA", not PRODUCTION)
BENCH = env.switch("VINTNER_BENCH", False)

vars().update(service_settings.read_mail(env, production=PRODUCTION))
EMAIL_TIMEOUT = env.whole("EMAIL_TIMEOUT", 10, 1, 300)
"""Seconds that the mail server has for each step; for accepting a message it has longer (orders/emails/smtp.py)."""
DEFAULT_FROM_EMAIL = store_settings.write_sender(STORE_NAME, STORE_EMAIL)

_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOG_LEVEL = env.choice("LOG_LEVEL", _LOG_LEVELS, "INFO" if PRODUCTION else "WARNING")
"""INFO logs every request: JSON lines in production, plain text in the demo."""
# What fails is logged as an error by Django itself. A 503 need not be a failure: a store that is coming soon sends it.
DJANGO_STRUCTLOG_STATUS_5XX_LOG_LEVEL = logging.INFO
env.refuse_faults()
log_settings.configure_structlog()
LOGGING = log_settings.build_logging(LOG_LEVEL, as_json=PRODUCTION)
UNFOLD = admin_look.unfold(STORE_NAME, STATIC_URL)
