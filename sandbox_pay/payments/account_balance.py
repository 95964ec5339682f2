"""What the account holds, and the movements that made it so. Nothing waits here: what is taken is there at once."""

from collections import Counter

from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects import money_wire
from sandbox_pay.paging import page
from sandbox_pay.payments import account
from sandbox_pay.protocol.errors import no_such
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import BALANCE, Value

FILTERS = {"source": "source", "currency": "currency", "type": "kind"}


def total(call: Call) -> Json:
    """Return the sum of all movements, less fees, for each currency."""
    held = Counter({account.currency_of(account.country(call.connection)): 0})
    for movement in BALANCE.search(call.connection, {}):
        held[movement.currency] += movement.amount - movement.fee
    return {
        "object": "balance",
        "available": [{"amount": amount, "currency": currency} for currency, amount in sorted(held.items())],
        "livemode": False,
        "pending": [{"amount": 0, "currency": currency} for currency in sorted(held)],
    }


def listing(call: Call) -> Json:
    if payout := call.text("payout"):
        raise no_such("payout", payout, "payout")
    conditions: dict[str, Value] = {
        f"json_extract(body, '$.{records}') = ?": value
        for name, records in FILTERS.items()
        if (value := call.text(name))
    }
    return page(call, BALANCE, conditions, money_wire.balance_transaction, "/v1/balance_transactions")


def retrieve(call: Call) -> Json:
    return money_wire.balance_transaction(find_record(call, BALANCE, call.target, "balance_transaction"))
