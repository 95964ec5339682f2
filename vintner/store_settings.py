"""The settings that say who sells and who takes the money. Production knows no usual values of them."""

from collections.abc import Sequence
from functools import partial

from vintner import provider_keys, setting_faults
from vintner.checked_env import CheckedEnv


def read_keys(env: CheckedEnv, *, production: bool) -> tuple[str, str, list[str]]:
    """Return secret key, publishable key and webhook secrets of the card provider; in the demo the sandbox's."""
    secret = env.checked(
        "STRIPE_SECRET_KEY",
        partial(provider_keys.secret_key_fault, production=production),
        "the secret key of your Stripe account, which begins with sk_live_",
        None if production else provider_keys.SANDBOX_SECRET_KEY,
    )
    is_sandbox = provider_keys.mode_of(secret) == provider_keys.SANDBOX
    publishable = env.checked(
        "STRIPE_PUBLISHABLE_KEY",
        partial(provider_keys.publishable_key_fault, secret=secret),
        "the publishable key of the same account and mode, which begins with pk_live_ beside sk_live_",
        provider_keys.SANDBOX_PUBLISHABLE_KEY if is_sandbox else None,
    )
    usual = [provider_keys.SANDBOX_WEBHOOK_SECRET] if is_sandbox else []
    webhook_secrets = env.checked_list(
        "STRIPE_WEBHOOK_SECRETS",
        partial(provider_keys.webhook_secret_fault, sandbox=is_sandbox),
        "the signing secret of your webhook endpoint at Stripe, which begins with whsec_",
        None if production else usual,
    )
    return secret, publishable, webhook_secrets


def read_email(env: CheckedEnv, *, production: bool) -> str:
    """Return the e-mail address of the store."""
    example = "the email address of the store, like cellar@store.example"
    usual = None if production else "cellar@vintner.example"
    return env.checked("STORE_EMAIL", setting_faults.email_address_fault, example, usual)


def read_countries(env: CheckedEnv) -> list[str]:
    """Return the codes of the countries where parcels may go."""
    example = "countries in two letters, like US,CA"
    codes = env.checked_list("STORE_COUNTRIES", setting_faults.country_fault, example, ["US", "CA"])
    return [each.upper() for each in codes]


def read_address(env: CheckedEnv, countries: Sequence[str], *, production: bool) -> tuple[dict[str, str], str]:
    """Return country, state, postcode and city of the store, which is in one of `countries`, and its street."""
    country = env.checked(
        "STORE_COUNTRY",
        partial(setting_faults.home_country_fault, among=countries),
        f"the country of the store in two letters, one of STORE_COUNTRIES ({', '.join(countries)})",
        None if production else "US",
    )
    place = {
        "country": country.upper(),
        "state": env.str("STORE_STATE", "" if production else "CA").upper(),
        "postcode": env.str("STORE_POSTCODE", "" if production else "94110"),
        "city": env.checked(
            "STORE_CITY", setting_faults.any_text, "the city of the store", None if production else "San Francisco"
        ),
    }
    street = env.checked(
        "STORE_STREET",
        setting_faults.any_text,
        "the street and number of the store",
        None if production else "2400 Harbor Row",
    )
    return place, street
