"""Infers the client that accepted a mandate, when the browser's script leaves that to the provider."""

from starlette.requests import Request

from sandbox_pay.protocol.json import Json, as_json


def infer_consent(form: Json, request: Request) -> Json:
    """Return a browser's form with the address and the name of the browser in place of `infer_from_client`."""
    mandate = as_json(form.get("mandate_data"))
    acceptance = as_json(mandate.get("customer_acceptance"))
    if as_json(acceptance.get("online")).get("infer_from_client") != "true":
        return form
    online: Json = {
        "ip_address": request.client.host if request.client else "127.0.0.1",
        "user_agent": request.headers.get("user-agent", "unknown"),
    }
    return {**form, "mandate_data": {**mandate, "customer_acceptance": {**acceptance, "online": online}}}
