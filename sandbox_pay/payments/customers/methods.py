"""Payment methods: those that browsers send, and those saved for a customer."""

from dataclasses import replace
from datetime import UTC, datetime

from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects import wire
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import CardRecord, IntentRecord, MethodRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.paging import page
from sandbox_pay.payments.behaviours import BY_ALIAS, BY_TEST_NAME, NO_CARD, Behaviour
from sandbox_pay.payments.customers import cards, customers
from sandbox_pay.payments.types import method_details
from sandbox_pay.payments.types.table import BY_NAME
from sandbox_pay.protocol.errors import ProviderError, invalid, missing_parameter
from sandbox_pay.protocol.json import Json, as_json
from sandbox_pay.storage.table import METHODS, Value
from sandbox_pay.webhooks.events import emit

ALIAS_YEARS = 8
"""How many years the cards behind `pm_card_…` names stay valid."""
USED_UP = (
    "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a "
    "connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use "
    "a PaymentMethod multiple times, you must attach it to a Customer first."
)
NOT_TO_BE_ATTACHED = (
    "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and "
    "may not be used again."
)


def create(call: Call) -> Json:
    return wire.payment_method(METHODS.save(call.connection, make_method(call)))


def make_method(call: Call) -> MethodRecord:
    """Build the method of the call, without saving it.

    Only the sandbox's own frame may send a card, so that no number passes through a store.
    """
    kind = call.text("type") or ""
    if kind not in BY_NAME:
        raise invalid(f"This sandbox does not offer the payment method type {kind[:40]}.", "type")
    details = call.map("billing_details") or {}
    blank = MethodRecord(
        id=new_id("pm"),
        created=call.now,
        type=kind,
        billing_details=details,
        metadata=call.metadata({}),
        allow_redisplay=call.text("allow_redisplay") or "unspecified",
    )
    if kind == "card":
        return blank.model_copy(update={"card": _card(call)})
    email = details.get("email")
    details_of_type = method_details.read_details(kind, call.map(kind) or {}, email if isinstance(email, str) else None)
    return blank.model_copy(
        update={
            "details": details_of_type.details,
            "account": details_of_type.account,
            "verified": details_of_type.verified,
        }
    )


def read_or_make_method(call: Call) -> str | None:
    """Return the id of the method that the call names, or creates by its data."""
    data = call.map("payment_method_data")
    if data is None:
        return call.text("payment_method")
    return METHODS.save(call.connection, make_method(replace(call, params=data))).id


def _card(call: Call) -> CardRecord:
    fields = call.map("card")
    if fields is None:
        raise missing_parameter("card")
    _check_sender(call)
    for name in ("number", "exp_month", "exp_year"):
        if not fields.get(name):
            raise missing_parameter(f"card[{name}]")
    today = datetime.fromtimestamp(call.now, UTC)
    return cards.read_card(fields, today.year, today.month)


def _check_sender(call: Call) -> None:
    if not call.browser:
        raise ProviderError(
            402,
            "Sending card numbers directly to the API is unsafe and is refused here. Use the payment element in the "
            "browser, or one of the pm_card_… names in tests.",
        )
    if not call.own_page:
        raise ProviderError(402, "Card numbers are taken in the payment element's own frame only.")


def retrieve(call: Call) -> Json:
    return wire.payment_method(find(call, call.target))


def update(call: Call) -> Json:
    record = find(call, call.target)
    if record.customer is None:
        raise ProviderError(400, "You must save this PaymentMethod to a customer before you can update it.")
    changes: dict[str, object] = {"metadata": call.metadata(record.metadata)}
    if details := call.map("billing_details"):
        changes["billing_details"] = _merge(record.billing_details, details)
    if record.card and (card := call.map("card")):
        changes["card"] = _with_new_date(call, record.card, card)
    if redisplay := call.text("allow_redisplay"):
        changes["allow_redisplay"] = redisplay
    rendered = wire.payment_method(METHODS.save(call.connection, record.model_copy(update=changes)))
    emit(call, "payment_method.updated", rendered, wire.payment_method(record))
    return rendered


def _with_new_date(call: Call, card: CardRecord, values: Json) -> CardRecord:
    dates = {name: int(str(values[name])) for name in ("exp_month", "exp_year") if values.get(name)}
    redated, today = card.model_copy(update=dates), datetime.fromtimestamp(call.now, UTC)
    cards.check_expiry(redated.exp_month, redated.exp_year, today.year, today.month)
    return redated


def _merge(before: Json, values: Json) -> Json:
    address = {**as_json(before.get("address")), **as_json(values.get("address"))}
    return {**before, **values, "address": address}


def attach(call: Call) -> Json:
    record = resolve(call, call.target, param="payment_method")
    customer_id = call.text("customer")
    if customer_id is None:
        raise missing_parameter("customer")
    customers.find(call, customer_id, "customer")
    if record.customer == customer_id:
        return wire.payment_method(record)
    if record.customer is not None:
        raise ProviderError(400, "The payment method you provided has already been attached to a customer.")
    if record.spent:
        raise ProviderError(400, NOT_TO_BE_ATTACHED)
    kind = BY_NAME[record.type]
    if not kind.reusable or kind.leaves_debit:
        raise invalid(f"A PaymentMethod of the type {kind.name} cannot be saved to a customer.", "payment_method")
    behaviour = behaviour_of(record)
    if behaviour.decline is not None and behaviour.refused_at_attach:
        display = behaviour.decline
        raise cards.card_error(display.code, display.message, "", display.decline_code)
    rendered = wire.payment_method(METHODS.save(call.connection, record.model_copy(update={"customer": customer_id})))
    emit(call, "payment_method.attached", rendered)
    return rendered


def detach(call: Call) -> Json:
    record = find(call, call.target)
    if record.customer is None:
        raise ProviderError(
            400, "The payment method you provided is not attached to a customer so detachment is impossible."
        )
    detached = record.model_copy(update={"customer": None, "spent": True})
    rendered = wire.payment_method(METHODS.save(call.connection, detached))
    emit(call, "payment_method.detached", rendered)
    return rendered


def listing(call: Call) -> Json:
    return _list(call, call.text("customer"), "/v1/payment_methods")


def listing_of_customer(call: Call) -> Json:
    return _list(call, call.target, f"/v1/customers/{call.target}/payment_methods")


def _list(call: Call, customer_id: str | None, url: str) -> Json:
    conditions: dict[str, Value] = {}
    if customer_id:
        customers.find(call, customer_id, "customer")
        conditions["customer = ?"] = customer_id
    if kind := call.text("type"):
        conditions["coalesce(json_extract(body, '$.type'), 'card') = ?"] = kind
    if redisplay := call.text("allow_redisplay"):
        conditions["json_extract(body, '$.allow_redisplay') = ?"] = redisplay
    return page(call, METHODS, conditions, wire.payment_method, url)


def find(call: Call, method_id: str, param: str = "payment_method") -> MethodRecord:
    return find_record(call, METHODS, method_id, "PaymentMethod", param)


def resolve(call: Call, method_id: str, param: str = "payment_method") -> MethodRecord:
    """Return the method. For the `pm_card_…` names of tests, a new one is created."""
    behaviour = BY_TEST_NAME.get(method_id)
    if behaviour is None or call.browser:
        return find(call, method_id, param)
    year = datetime.fromtimestamp(call.now, UTC).year + ALIAS_YEARS
    card = cards.make_card(behaviour, 12, year)
    return METHODS.save(call.connection, MethodRecord(id=new_id("pm"), created=call.now, card=card, billing_details={}))


def without_shopper(call: Call) -> bool:
    """Return whether the call is off-session: the shopper is not there to be asked."""
    return call.value("off_session") not in {None, False, ""}


def check_return_url(call: Call, intent: IntentRecord | SetupIntentRecord, kind: str) -> None:
    """Refuse an intent that may redirect the shopper and has no return URL."""
    stays = intent.allowed_types is not None or intent.redirects != "always" or intent.return_url
    if not (stays or call.browser or call.flag("use_stripe_sdk") or without_shopper(call)):
        raise invalid(
            f"This {kind} accepts payment methods that might redirect your customer off of your page, so you must "
            "provide a `return_url`, or set `automatic_payment_methods[allow_redirects]` to `never`.",
            "return_url",
        )


def find_usable(call: Call, method_id: str, customer_id: str | None, *, intent: str) -> MethodRecord:
    """Return a method that this customer (or a guest) may use for the `intent`."""
    record = resolve(call, method_id)
    if record.customer is not None and record.customer != customer_id:
        raise _foreign_error(call, record, customer_id, intent)
    if record.spent:
        # Stripe gives neither a code nor a param (seen in answers recorded in 2020 and 2023).
        raise ProviderError(400, USED_UP)
    return record


def _foreign_error(call: Call, record: MethodRecord, customer_id: str | None, intent: str) -> ProviderError:
    """Return the error for another customer's method. For browsers it does not name the customer."""
    if call.browser:
        return invalid("The payment method you provided is attached to another customer.", "payment_method")
    if customer_id is None:
        return invalid(
            f"The `payment_method` parameter supplied {record.id} belongs to the Customer {record.customer}. Please "
            f"include the Customer in the `customer` parameter on the {intent}.",
            "payment_method",
        )
    return invalid(
        f"The PaymentMethod {record.id} does not belong to the Customer you supplied {customer_id}. Please use this "
        "PaymentMethod with the Customer that it belongs to instead.",
        "payment_method",
    )


def behaviour_of(record: MethodRecord) -> Behaviour:
    """Return the behaviour of the test card. For other types, the type decides (actions.py)."""
    return BY_ALIAS[record.card.behaviour] if record.card else NO_CARD
