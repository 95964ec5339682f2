"""`next_action` of methods other than cards, in Stripe's shapes. Pure."""

from collections.abc import Callable, Mapping

from sandbox_pay.objects import qr, three_d_secure
from sandbox_pay.objects.records import Action, ActionKind, Challenge
from sandbox_pay.protocol.json import Json

A_DAY = 86_400
"""How many seconds a small deposit takes."""


def render_next_action(action: Action | None, challenge: Challenge | None, public_url: str) -> Json | None:
    """Return the `next_action` of an intent: its type's action, or the bank's 3-D Secure question."""
    if action is not None:
        return render_action(action, public_url)
    return three_d_secure.render_question(challenge, public_url) if challenge else None


def render_action(action: Action, public_url: str) -> Json:
    """Return the shopper's action with the URLs of its pages."""
    return {"type": action.kind.value, action.kind.value: SHAPES[action.kind](action, f"{public_url}/sandbox")}


def phone_page(action: Action, pages: str) -> str:
    """Return the address that the QR code holds."""
    return f"{pages}/phone/{action.token}"


def page(action: Action, public_url: str) -> str:
    """Return the address of the page on which the shopper acts."""
    return f"{public_url}/sandbox/{PAGES[action.kind]}/{action.token}"


def _redirect(action: Action, pages: str) -> Json:
    return {"url": f"{pages}/authorize/{action.token}", "return_url": action.return_url}


def _alipay(action: Action, pages: str) -> Json:
    return {**_redirect(action, pages), "native_data": None, "native_url": None}


def _boleto(action: Action, pages: str) -> Json:
    voucher = _voucher(action, pages)
    return {
        "expires_at": action.expires_at,
        "hosted_voucher_url": voucher,
        "number": action.numbers["number"],
        "pdf": f"{voucher}/pdf",
    }


def _oxxo(action: Action, pages: str) -> Json:
    return {
        "expires_after": action.expires_at,
        "hosted_voucher_url": _voucher(action, pages),
        "number": action.numbers["number"],
    }


def _multibanco(action: Action, pages: str) -> Json:
    return {"expires_at": action.expires_at, "hosted_voucher_url": _voucher(action, pages), **action.numbers}


def _voucher(action: Action, pages: str) -> str:
    return f"{pages}/voucher/{action.token}"


def _wechat_pay(action: Action, pages: str) -> Json:
    return {
        "data": phone_page(action, pages),
        "hosted_instructions_url": f"{pages}/scan/{action.token}",
        "image_data_url": qr.data_url(phone_page(action, pages)),
        "image_url_png": f"{pages}/qr/{action.token}.png",
        "image_url_svg": f"{pages}/qr/{action.token}.svg",
    }


def _cashapp(action: Action, pages: str) -> Json:
    return {
        "hosted_instructions_url": f"{pages}/scan/{action.token}",
        "mobile_auth_url": f"{pages}/authorize/{action.token}",
        "qr_code": {
            "expires_at": action.expires_at,
            "image_url_png": f"{pages}/qr/{action.token}.png",
            "image_url_svg": f"{pages}/qr/{action.token}.svg",
        },
    }


def _blik(_action: Action, _pages: str) -> Json:
    return {}


def _microdeposits(action: Action, pages: str) -> Json:
    return {
        "arrival_date": action.begun_at + A_DAY,
        "hosted_verification_url": f"{pages}/verify/{action.token}",
        "microdeposit_type": "descriptor_code",
    }


PAGES: Mapping[ActionKind, str] = {
    ActionKind.REDIRECT: "authorize",
    ActionKind.ALIPAY: "authorize",
    ActionKind.BOLETO: "voucher",
    ActionKind.OXXO: "voucher",
    ActionKind.MULTIBANCO: "voucher",
    ActionKind.WECHAT_PAY: "scan",
    ActionKind.CASHAPP: "scan",
    ActionKind.BLIK: "phone",
    ActionKind.MICRODEPOSITS: "verify",
}
SHAPES: Mapping[ActionKind, Callable[[Action, str], Json]] = {
    ActionKind.REDIRECT: _redirect,
    ActionKind.ALIPAY: _alipay,
    ActionKind.BOLETO: _boleto,
    ActionKind.OXXO: _oxxo,
    ActionKind.MULTIBANCO: _multibanco,
    ActionKind.WECHAT_PAY: _wechat_pay,
    ActionKind.CASHAPP: _cashapp,
    ActionKind.BLIK: _blik,
    ActionKind.MICRODEPOSITS: _microdeposits,
}
