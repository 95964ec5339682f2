"""The settings that say who sells and who takes the money. Production knows no usual values of them."""

from collections.abc import Sequence
from email.headerregistry import Address
from functools import partial
from pathlib import Path
from typing import Final

from vintner import provider_keys, setting_faults
from vintner.checked_env import CheckedEnv, any_text
from vintner.demo_secret import read_demo_secret

_RANDOM: Final = "at least 50 random characters, such as those that `head -c 48 /dev/urandom | base64` prints"


def read_secret_keys(env: CheckedEnv, folder: Path, *, production: bool) -> tuple[str, list[str]]:
    """Return SECRET_KEY and the former keys; in the demo a key that is made up and kept in the folder.

    They are as they are, with the line breaks of a file: authenticator apps are encrypted by them.
    """
    key, former = env.verbatim("SECRET_KEY"), env.verbatim("SECRET_KEY_FALLBACKS")
    fallbacks = [each for each in former.split(",") if each.strip()]
    if not production:
        return key if key.strip() else read_demo_secret(folder / "secret_key"), fallbacks
    if fault := setting_faults.secret_key_fault(key.strip()) if key.strip() else "is missing":
        env.refuse("SECRET_KEY", fault, f"Write {_RANDOM}")
    for fault in filter(None, (setting_faults.secret_key_fault(each.strip()) for each in fallbacks)):
        env.refuse("SECRET_KEY_FALLBACKS", f"has a key that {fault}", "Leave such a key out")
    return key, fallbacks


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


def write_sender(name: str, email: str) -> str:
    """Return the sender of e-mails. A name with a comma or another special character stands in quotation marks."""
    local_part, _, domain = email.rpartition("@")
    return str(Address(name, local_part, domain))


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
        f"the country of the store in two letters, one of {', '.join(countries) or 'STORE_COUNTRIES'}",
        "US" if not production and "US" in countries else None,
    )
    is_demo = not production and country.upper() == "US"
    find_state_fault = partial(setting_faults.state_fault, country=country.upper())
    find_postcode_fault = partial(setting_faults.postcode_fault, country=country.upper())
    place = {
        "country": country.upper(),
        "state": env.checked(
            "STORE_STATE", find_state_fault, "the letters of the state, like CA", "CA" if is_demo else ""
        ).upper(),
        "postcode": env.checked(
            "STORE_POSTCODE", find_postcode_fault, "the postal code, like 94110", "94110" if is_demo else ""
        ),
        "city": env.checked("STORE_CITY", any_text, "the city of the store", None if production else "San Francisco"),
    }
    street = env.checked(
        "STORE_STREET",
        any_text,
        "the street and number of the store",
        None if production else "2400 Harbor Row",
    )
    return place, street
