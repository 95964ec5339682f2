"""Calls about customers, their saved payment methods and setup intents."""

import logging
from datetime import datetime
from typing import TYPE_CHECKING

import stripe

from vintner.payments.gateway import CardOnFile, Claim, NewCustomer, NewSetup, SetupIntent
from vintner.payments.stripe.answers import (
    cancel_or_find,
    find_or_none,
    read_declined,
    translate_errors,
    translate_rejections,
)
from vintner.payments.stripe.claims import earliest_created, write_claim
from vintner.payments.stripe.reading import find_generated_method, read_card_on_file, read_funding, read_setup

if TYPE_CHECKING:  # as in gateway.py
    from stripe.params import CustomerCreateParams, SetupIntentCancelParams, SetupIntentCreateParams

log = logging.getLogger(__name__)


class SavedMethodCalls:
    """A part of the gateway. See `Gateway` for the contracts of the methods."""

    _client: stripe.StripeClient

    def open_customer(self, new: NewCustomer) -> str:
        params: CustomerCreateParams = {"email": new.email, "metadata": {"user_id": new.reference}}
        if new.name:
            params["name"] = new.name
        with translate_errors(), translate_rejections():
            return self._client.v1.customers.create(params, {"idempotency_key": new.key}).id

    def delete_customer(self, customer_id: str) -> None:
        try:
            with translate_errors():
                self._client.v1.customers.delete(customer_id)
        except stripe.InvalidRequestError as error:
            if error.code != "resource_missing":
                raise
            log.info("customer %s is deleted already", customer_id)

    def knows_customer(self, customer_id: str) -> bool:
        found = find_or_none(lambda: self._client.v1.customers.retrieve(customer_id))
        return found is not None and not getattr(found, "deleted", False)

    def find_card(self, method_id: str) -> CardOnFile | None:
        return find_or_none(lambda: read_card_on_file(self._client.v1.payment_methods.retrieve(method_id)))

    def find_funding(self, method_id: str, token: str) -> str:
        with translate_rejections():
            if token:
                of_token = find_or_none(lambda: self._client.v1.confirmation_tokens.retrieve(token))
                return read_funding(of_token and of_token.payment_method_preview)
            return read_funding(find_or_none(lambda: self._client.v1.payment_methods.retrieve(method_id)))

    def detach(self, method_id: str) -> None:
        try:
            with translate_errors():
                self._client.v1.payment_methods.detach(method_id)
        except stripe.InvalidRequestError as error:
            log.info("card %s is nobody's already: %s", method_id, error.code)

    def set_up(self, new: NewSetup) -> SetupIntent:
        try:
            with translate_errors(), translate_rejections():
                created = self._client.v1.setup_intents.create(_setup_params(new), {"idempotency_key": new.key})
        except stripe.CardError as error:
            return read_setup(stripe.SetupIntent.construct_from(read_declined(error, "setup_intent"), None))
        return self._read_setup(created)

    def find_setup(self, intent_id: str) -> SetupIntent | None:
        setups = self._client.v1.setup_intents
        return find_or_none(lambda: self._read_setup(setups.retrieve(intent_id, {"expand": [*_EXPAND]})))

    def find_claimed_setup(self, claim: Claim, customer_id: str, since: datetime) -> SetupIntent | None:
        with translate_errors():
            page = self._client.v1.setup_intents.list(
                {
                    "customer": customer_id,
                    "created": {"gte": earliest_created(since)},
                    "limit": 100,
                    "expand": [f"data.{name}" for name in _EXPAND],
                }
            )
            found = (raw for raw in page.auto_paging_iter() if read_setup(raw).claim == claim)
            raw = next(found, None)
            return self._read_setup(raw) if raw is not None else None

    def cancel_setup(self, intent_id: str) -> SetupIntent:
        params: SetupIntentCancelParams = {"cancellation_reason": "abandoned"}
        return cancel_or_find(
            f"setup intent {intent_id}",
            lambda: read_setup(self._client.v1.setup_intents.cancel(intent_id, params)),
            lambda: self.find_setup(intent_id),
        )

    def _read_setup(self, raw: stripe.SetupIntent) -> SetupIntent:
        """Return the setup intent with its saved method, which is a generated SEPA debit for some redirect types."""
        left = find_generated_method(raw) if raw.status == "succeeded" else ""
        if not left:
            return read_setup(raw)
        with translate_errors():
            return read_setup(raw, self._client.v1.payment_methods.retrieve(left))


_EXPAND = ("payment_method", "latest_attempt")


def _setup_params(new: NewSetup) -> "SetupIntentCreateParams":
    params: SetupIntentCreateParams = {
        "customer": new.customer_id,
        "usage": "off_session",
        "allowed_payment_method_types": [new.type],
        "metadata": write_claim(new.claim),
        "expand": [*_EXPAND],
    }
    if new.method:
        params["payment_method"] = new.method
        params["confirm"] = True
        params["use_stripe_sdk"] = True
        params["return_url"] = new.return_url
        if new.browser is not None:
            address, agent = new.browser
            online = {"ip_address": address, "user_agent": agent}
            params["mandate_data"] = {"customer_acceptance": {"type": "online", "online": online}}  # type: ignore[typeddict-item]
    return params
