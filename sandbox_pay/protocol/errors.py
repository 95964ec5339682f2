"""Refusals in the provider's wire shape."""

from dataclasses import dataclass, field

from sandbox_pay.protocol.json import Json

DOC_URL = "https://stripe.com/docs/error-codes/"


@dataclass
class ProviderError(Exception):
    """A refusal to be answered as `{"error": …}`.

    `keeps_work` tells whether what was written before the refusal stays: a decline leaves a failed charge behind.
    """

    status: int
    message: str
    type: str = "invalid_request_error"
    code: str | None = None
    param: str | None = None
    extra: Json = field(default_factory=dict)
    keeps_work: bool = False

    def body(self) -> Json:
        """Return the wire shape. Unknown fields are left out."""
        error: Json = {"type": self.type, "message": self.message}
        if self.code:
            error |= {"code": self.code, "doc_url": DOC_URL + self.code.replace("_", "-")}
        if self.param:
            error["param"] = self.param
        return {"error": error | self.extra}


def no_such(kind: str, object_id: str, param: str = "id") -> ProviderError:
    return ProviderError(404, f"No such {kind}: '{object_id}'", code="resource_missing", param=param)


def unknown_parameter(name: str) -> ProviderError:
    return ProviderError(400, f"Received unknown parameter: {name}", code="parameter_unknown", param=name)


def missing_parameter(name: str) -> ProviderError:
    return ProviderError(400, f"Missing required param: {name}.", code="parameter_missing", param=name)


def invalid(message: str, param: str, code: str | None = None) -> ProviderError:
    return ProviderError(400, message, code=code, param=param)


def unexpected_state(message: str, intent: Json) -> ProviderError:
    """Return the refusal of a step that the intent's status does not allow; it carries the intent."""
    return ProviderError(400, message, code="payment_intent_unexpected_state", extra={"payment_intent": intent})


def declined(error: Json, **intent: Json) -> ProviderError:
    """Return the error 402 with the current intent."""
    known = {"type", "message", "code", "doc_url"}
    extra: Json = {**{name: value for name, value in error.items() if name not in known}, **intent}
    kind, message, code = (str(error[name]) for name in ("type", "message", "code"))
    return ProviderError(402, message, type=kind, code=code, extra=extra, keeps_work=True)


def unauthenticated(message: str) -> ProviderError:
    return ProviderError(401, message)


def forbidden(message: str) -> ProviderError:
    return ProviderError(403, message)
