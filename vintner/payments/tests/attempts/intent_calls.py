"""Calls with which a page creates and binds an intent."""

from vintner.testing.shopper import Shopper

JSON = {"Accept": "application/json"}


def open_intent(shopper: Shopper, order_id: str = "", kind: str = "card", **fields: str) -> dict[str, object]:
    token = {"_ajax_nonce": read_token(shopper), **fields}
    return shopper.call("wc_stripe_create_payment_intent", stripe_order_id=order_id, payment_method_type=kind, **token)


def bind_intent(shopper: Shopper, order_id: int, intent_id: str, kind: str, **fields: str) -> dict[str, object]:
    named = {"stripe_order_id": str(order_id), "wc_payment_intent_id": intent_id, "selected_upe_payment_type": kind}
    token = {"_ajax_nonce": read_token(shopper), "save_payment_method": "no", **fields}
    return shopper.call("wc_stripe_update_payment_intent", **named, **token)


def read_token(shopper: Shopper) -> str:
    return str(shopper.client.get("/cart/", headers=JSON).json()["csrf_token"])


def read_problem(answer: dict[str, object]) -> str:
    assert (set(answer), answer["success"]) == ({"success", "data"}, False), answer
    data = answer["data"]
    assert isinstance(data, dict)
    assert set(data) == {"error"}
    return str(data["error"]["message"])


def read_data(answer: dict[str, object]) -> dict[str, str]:
    assert (set(answer), answer["success"]) == ({"success", "data"}, True), answer
    found = answer["data"]
    assert isinstance(found, dict)
    return found


def send_appearance(shopper: Shopper, text: str, **fields: str) -> dict[str, object]:
    known = {"is_block_checkout": "false", "theme_name": "vintner", "_ajax_nonce": read_token(shopper), **fields}
    return shopper.call("wc_stripe_save_appearance", appearance=text, **known)
