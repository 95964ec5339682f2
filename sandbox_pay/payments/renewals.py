"""The card networks' updater: a saved card gets the data of the bank's new one."""

from sandbox_pay.call import Call
from sandbox_pay.objects import wire
from sandbox_pay.payments.behaviours import BY_NUMBER
from sandbox_pay.payments.customers import cards, methods
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import METHODS
from sandbox_pay.webhooks.events import emit


def renew(call: Call, method_id: str, exp_month: int, exp_year: int, number: str | None) -> Json:
    """Update a saved card's date, and with `number` its number, and create the event."""
    method = methods.find(call, method_id)
    if method.card is None or method.customer is None:
        raise ProviderError(400, "Only cards that are saved for a customer are renewed.")
    card = method.card.model_copy(update={"exp_month": exp_month, "exp_year": exp_year})
    if number is not None:
        behaviour = BY_NUMBER.get(number)
        if behaviour is None:
            raise ProviderError(400, "There is no test card with this number.")
        card = cards.make_card(behaviour, exp_month, exp_year, has_cvc=card.has_cvc)
    renewed = METHODS.save(call.connection, method.model_copy(update={"card": card}))
    rendered = wire.payment_method(renewed)
    emit(call, "payment_method.automatically_updated", rendered, wire.payment_method(method))
    return rendered
