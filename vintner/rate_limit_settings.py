"""The setting LIMITS: how often something may be tried. Read by the settings, so it knows nothing of Django.

An address of the network is an IPv4 address or the first 64 bits of an IPv6 address (web/client_address.py).
"""

from typing import Final, NamedTuple

from vintner.checked_env import CheckedEnv


class RateLimit(NamedTuple):
    """So many tries within so many seconds, unless the variable of the environment sets another number.

    `sandbox_tries` holds with the sandbox provider, where a browser plays many shoppers.
    """

    variable: str
    tries: int
    seconds: int
    sandbox_tries: int | None = None

    @property
    def name(self) -> str:
        return self.variable.removeprefix("LIMIT_").lower()

    def read(self, env: CheckedEnv, *, sandbox: bool) -> tuple[int, int]:
        tries = self.sandbox_tries if sandbox and self.sandbox_tries is not None else self.tries
        return env.whole(self.variable, tries, 1, MOST_TRIES), self.seconds


MOST_TRIES: Final = 1_000_000
QUARTER_HOUR: Final = 900
HOUR: Final = 3600
DAY: Final = 86_400
RATE_LIMITS: Final = (
    # Failed log-ins count per account at one address of the network, per address, and per account from everywhere.
    RateLimit("LIMIT_LOG_IN", 10, QUARTER_HOUR),
    RateLimit("LIMIT_LOG_IN_FROM", 30, QUARTER_HOUR),
    RateLimit("LIMIT_LOG_IN_TO", 100, QUARTER_HOUR),
    # Mailed codes to log in count per e-mail address and per address of the network.
    RateLimit("LIMIT_LOGIN_CODES", 5, HOUR),
    # Links that confirm an address, asked for by its account, count per e-mail address and per address of the network.
    RateLimit("LIMIT_CONFIRMATION_LINKS", 5, HOUR),
    # Changes of the e-mail address count per account.
    RateLimit("LIMIT_EMAIL_CHANGES", 5, HOUR),
    # Codes of second factors count per account until one is right; passkeys that are sent to log in, per address.
    RateLimit("LIMIT_SECOND_FACTOR", 10, QUARTER_HOUR),
    RateLimit("LIMIT_PASSKEY_LOG_IN", 60, QUARTER_HOUR),
    # Requests for a new password count per e-mail address and per address of the network.
    RateLimit("LIMIT_PASSWORD_RESETS", 5, HOUR),
    # Questions whether an e-mail address has an account, and new accounts, count per address of the network.
    RateLimit("LIMIT_SINGLE_STEP", 30, QUARTER_HOUR),
    RateLimit("LIMIT_REGISTRATIONS", 10, HOUR),
    # Archives of what is known of a customer count per account.
    RateLimit("LIMIT_EXPORTS", 3, DAY),
    # At the checkout, new accounts for e-mail addresses that have one count per address of the network.
    RateLimit("LIMIT_TAKEN_EMAILS", 10, HOUR),
    # Declined payments count per cart with its orders or per account, and those from one address of the network apart.
    RateLimit("LIMIT_FAILED_PAYMENTS", 5, HOUR, sandbox_tries=200),
    RateLimit("LIMIT_FAILED_PAYMENTS_FROM", 10, HOUR, sandbox_tries=200),
    # Cards that are to be kept without paying count per account and address, those declined along with payments.
    RateLimit("LIMIT_CARDS_ADDED", 20, HOUR, sandbox_tries=200),
    # Intents that a page opens before there is an order count per cart or order and address.
    RateLimit("LIMIT_INTENTS_OPENED", 30, HOUR, sandbox_tries=200),
    # Look-ups of orders count per e-mail address asked for and per address of the network.
    RateLimit("LIMIT_ORDER_LOOK_UPS", 10, QUARTER_HOUR),
    # Lookups of addresses count per address of the network: ten letters of a street are some five.
    RateLimit("LIMIT_ADDRESS_LOOKUPS", 200, QUARTER_HOUR),
    # Profile pictures that are sent count per account.
    RateLimit("LIMIT_PROFILE_PICTURES", 30, HOUR),
    # Codes of coupons that do not exist count per cart and address.
    RateLimit("LIMIT_COUPON_GUESSES", 10, QUARTER_HOUR),
    # Requests to be told of a wine count per address of the network, e-mails that ask to confirm one, per e-mail
    # address.
    RateLimit("LIMIT_ALERTS", 10, HOUR),
    RateLimit("LIMIT_ALERT_EMAILS", 3, DAY),
    # Sign-ups for the newsletter count per address of the network, e-mails that ask to confirm one, per e-mail address.
    RateLimit("LIMIT_NEWSLETTER", 10, HOUR),
    RateLimit("LIMIT_NEWSLETTER_EMAILS", 3, DAY),
    # Messages from the contact page count per e-mail address and per address of the network.
    RateLimit("LIMIT_CONTACT_MESSAGES", 5, HOUR),
    # What pages report of a visit counts per address of the network, of which an office has one.
    RateLimit("LIMIT_EVENTS", 6000, 600),
    # Calls of the wallets' sheets count per address of the network, and so do the errors that browsers report of them.
    RateLimit("LIMIT_EXPRESS_CALLS", 600, 600, sandbox_tries=6000),
    RateLimit("LIMIT_EXPRESS_ERRORS", 30, QUARTER_HOUR),
    # Reports of browsers about the content policy count per address of the network.
    RateLimit("LIMIT_POLICY_REPORTS", 60, HOUR),
    # Answers about cookies that are stored as evidence count per address of the network.
    RateLimit("LIMIT_CONSENTS", 60, HOUR),
    # Links of e-mails to subscribers count per address of the network, opened and pressed.
    RateLimit("LIMIT_SUBSCRIPTION_LINKS", 60, QUARTER_HOUR),
    # Invoices count per address of the network: one with Chinese letters takes seconds.
    RateLimit("LIMIT_INVOICES", 30, 600),
    # Tasting sheets that have to be drawn count per address of the network.
    RateLimit("LIMIT_TASTING_SHEETS", 60, 600),
    # Reviews count per author and address: how fast they may follow each other, and how many come in an hour.
    RateLimit("LIMIT_REVIEW_PACE", 1, 15),
    RateLimit("LIMIT_REVIEWS", 20, HOUR),
)
USED_ONCE: Final = {"used_codes": (1, 120), "used_challenges": (1, DAY)}
"""A code of an authenticator app counts once, for as long as apps show it, and a challenge for as long as a passkey may
answer it. No setting changes that.
"""


def read_limits(env: CheckedEnv, *, sandbox: bool) -> dict[str, tuple[int, int]]:
    """Return name → (tries, seconds). With the sandbox provider some are higher."""
    return {**USED_ONCE, **{each.name: each.read(env, sandbox=sandbox) for each in RATE_LIMITS}}
