"""3-D Secure in Stripe's shapes: where the shopper answers her bank, and what came of it. Pure."""

from sandbox_pay.objects.records import Challenge
from sandbox_pay.protocol.json import Json


def render_question(challenge: Challenge, public_url: str) -> Json:
    """Return the `next_action`: a page of its own, or one over the store's."""
    if challenge.by_redirect:
        url = f"{public_url}/sandbox/redirect/{challenge.token}"
        return {"type": "redirect_to_url", "redirect_to_url": {"url": url, "return_url": challenge.return_url}}
    opaque: Json = {
        "type": "three_d_secure_redirect",
        "source": challenge.token,
        "stripe_js": f"{public_url}/sandbox/challenge/{challenge.token}",
    }
    return {"type": "use_stripe_sdk", "use_stripe_sdk": opaque}


def render_result(*, with_question: bool = True) -> Json:
    """Return the result of an authentication; `with_question`: the shopper answered a question."""
    return {
        "authentication_flow": "challenge" if with_question else "frictionless",
        "electronic_commerce_indicator": "05",
        "result": "authenticated",
        "result_reason": None,
        "transaction_id": None,
        "version": "2.2.0",
    }
