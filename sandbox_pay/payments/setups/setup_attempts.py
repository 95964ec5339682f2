"""Setup attempts: one row for each confirmation of a SetupIntent."""

from sandbox_pay.call import Call
from sandbox_pay.objects import setup_wire
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import MethodRecord
from sandbox_pay.objects.setup_records import SetupAttempt, SetupIntentRecord
from sandbox_pay.paging import page
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import SETUP_ATTEMPTS

OPEN = "requires_action"


def begin(call: Call, intent: SetupIntentRecord, method: MethodRecord) -> SetupAttempt:
    """Create an attempt. An earlier one that still waits for the shopper is abandoned."""
    abandon(call, intent)
    return SETUP_ATTEMPTS.save(
        call.connection,
        SetupAttempt(
            id=new_id("setatt"),
            created=call.now,
            setup_intent=intent.id,
            method=method,
            status=OPEN,
            usage=intent.usage,
            customer=intent.customer,
        ),
    )


def end(
    call: Call,
    intent: SetupIntentRecord,
    method: MethodRecord,
    error: Json | None,
    *,
    authenticated: bool = False,
    generated: str | None = None,
) -> SetupAttempt:
    """Close the latest attempt of the SetupIntent, with the method's state."""
    latest = SETUP_ATTEMPTS.find(call.connection, intent.latest_attempt or "")
    if latest is None:
        raise RuntimeError(f"{intent.id} was never tried.")
    changes: dict[str, object] = {
        "status": "failed" if error else "succeeded",
        "error": error,
        "authenticated": authenticated,
        "generated": generated,
        "method": method,
    }
    return SETUP_ATTEMPTS.save(call.connection, latest.model_copy(update=changes))


def abandon(call: Call, intent: SetupIntentRecord) -> None:
    """Abandon the attempt that waits for the shopper, if there is one."""
    latest = SETUP_ATTEMPTS.find(call.connection, intent.latest_attempt or "")
    if latest is not None and latest.status == OPEN:
        SETUP_ATTEMPTS.save(call.connection, latest.model_copy(update={"status": "abandoned"}))


def listing(call: Call) -> Json:
    conditions = {"setup_intent = ?": call.text("setup_intent")}
    return page(call, SETUP_ATTEMPTS, {**conditions}, setup_wire.setup_attempt, "/v1/setup_attempts")
