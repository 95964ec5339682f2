"""The setting LIMITS: how often something may be tried. Read by the settings, so it knows nothing of Django."""

import environ


def read_limits(env: environ.FileAwareEnv, *, sandbox: bool) -> dict[str, tuple[int, int]]:
    """Return name → (tries, seconds). With the sandbox provider, more payments may fail.

    Failed log-ins count per account at one address of the network, per address, and per account from everywhere.
    Requests for a new password count per e-mail address and per address of the network.
    Links that confirm an address, asked for by its account, count per e-mail address and per address of the network.
    Mailed codes to log in count per e-mail address and per address of the network, changes of the address per account.
    A code of an authenticator app counts once.
    Codes of second factors count per account until one is right; passkeys that are sent to log in per address.
    Questions whether an e-mail address has an account, and new accounts, count per address.
    Archives of what is known of a customer count per account.
    Declined payments count per cart with its orders or per account, and those from one address of the network apart.
    Cards that are to be kept without paying count per account and address, those declined along with payments.
    Intents that a page opens before there is an order count per cart or order and address.
    At the checkout, new accounts for e-mail addresses that have one count per address.
    Look-ups of orders count per e-mail address asked for and per address of the network.
    Lookups of addresses count per address of the network: ten letters of a street are some five.
    Profile pictures that are sent count per account.
    Codes of coupons that do not exist count per cart and address.
    What pages report of a visit counts per address of the network, of which an office has one.
    Requests to be told of a wine count per address of the network; e-mails that ask to confirm one, per e-mail address.
    Calls of the wallets' sheets count per address of the network, and so do the errors that a browser reports of them.
    Reports of browsers about the content policy count per address of the network.
    Answers about cookies that are stored as evidence count per address of the network.
    Links of e-mails to subscribers count per address of the network, opened and pressed.
    Reviews count per author and address: how fast they may follow each other, and how many come in an hour.

    An address of the network is an IPv4 address or the first 64 bits of an IPv6 address (web/client_address.py).
    """
    return {
        "log_in": (env.int("LIMIT_LOG_IN", default=10), 900),
        "log_in_from": (env.int("LIMIT_LOG_IN_FROM", default=30), 900),
        "log_in_to": (env.int("LIMIT_LOG_IN_TO", default=100), 900),
        "login_codes": (env.int("LIMIT_LOGIN_CODES", default=5), 3600),
        "confirmation_links": (env.int("LIMIT_CONFIRMATION_LINKS", default=5), 3600),
        "email_changes": (env.int("LIMIT_EMAIL_CHANGES", default=5), 3600),
        "used_codes": (1, 120),
        "second_factor": (env.int("LIMIT_SECOND_FACTOR", default=10), 900),
        "passkey_log_in": (env.int("LIMIT_PASSKEY_LOG_IN", default=60), 900),
        "password_resets": (env.int("LIMIT_PASSWORD_RESETS", default=5), 3600),
        "single_step": (env.int("LIMIT_SINGLE_STEP", default=30), 900),
        "registrations": (env.int("LIMIT_REGISTRATIONS", default=10), 3600),
        "exports": (env.int("LIMIT_EXPORTS", default=3), 86_400),
        "taken_emails": (env.int("LIMIT_TAKEN_EMAILS", default=10), 3600),
        "failed_payments": (env.int("LIMIT_FAILED_PAYMENTS", default=200 if sandbox else 5), 3600),
        "failed_payments_from": (env.int("LIMIT_FAILED_PAYMENTS_FROM", default=200 if sandbox else 10), 3600),
        "cards_added": (env.int("LIMIT_CARDS_ADDED", default=200 if sandbox else 20), 3600),
        "intents_opened": (env.int("LIMIT_INTENTS_OPENED", default=200 if sandbox else 30), 3600),
        "order_look_ups": (env.int("LIMIT_ORDER_LOOK_UPS", default=10), 900),
        "address_lookups": (env.int("LIMIT_ADDRESS_LOOKUPS", default=200), 900),
        "profile_pictures": (env.int("LIMIT_PROFILE_PICTURES", default=30), 3600),
        "coupon_guesses": (env.int("LIMIT_COUPON_GUESSES", default=10), 900),
        "alerts": (env.int("LIMIT_ALERTS", default=10), 3600),
        "alert_emails": (env.int("LIMIT_ALERT_EMAILS", default=3), 86_400),
        "events": (env.int("LIMIT_EVENTS", default=6000), 600),
        "express_calls": (env.int("LIMIT_EXPRESS_CALLS", default=6000 if sandbox else 600), 600),
        "policy_reports": (env.int("LIMIT_POLICY_REPORTS", default=60), 3600),
        "express_errors": (env.int("LIMIT_EXPRESS_ERRORS", default=30), 900),
        "consents": (env.int("LIMIT_CONSENTS", default=60), 3600),
        "subscription_links": (env.int("LIMIT_SUBSCRIPTION_LINKS", default=60), 900),
        "review_pace": (env.int("LIMIT_REVIEW_PACE", default=1), 15),
        "reviews": (env.int("LIMIT_REVIEWS", default=20), 3600),
    }
