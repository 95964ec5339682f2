"""The pages: who may see and frame them, and the controls: who may turn them."""

import re

import httpx
import pytest
import stripe
from starlette.requests import Request

from sandbox_pay.controls import on_this_machine
from sandbox_pay.settings import from_environment
from sandbox_pay.testing import SandboxProcess

HTML = {"Accept": "text/html"}
STORE = "http://127.0.0.1:8000"


def get(sandbox: SandboxProcess, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"{sandbox.base_url}{path}", headers=headers, trust_env=False)


def test_the_root_answers_programs_and_people(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    assert get(sandbox, "/").json()["sandbox"] is True
    client.v1.payment_intents.create(
        {"amount": 4200, "currency": "usd", "metadata": {"order_id": "<script>alert(1)</script>"}}
    )
    page = get(sandbox, "/", Accept="text/html").text
    assert "SANDBOX – no real money" in page
    assert "$42.00" in page
    assert "4242 4242 4242 4242" in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_only_a_known_store_may_frame_the_card_fields(sandbox: SandboxProcess) -> None:
    page = get(sandbox, f"/sandbox/element?origin={STORE}")
    assert f"frame-ancestors {STORE}" in page.headers["content-security-policy"]
    assert re.search(r"script-src 'self';", page.headers["content-security-policy"])
    assert get(sandbox, "/sandbox/element?origin=https://evil.example").status_code == 403
    assert get(sandbox, "/sandbox/element").status_code == 403


@pytest.mark.parametrize("path", ["/sandbox/nothing.js", "/sandbox/..%2fapp.py", "/sandbox/challenge/x", "/nothing"])
def test_what_is_not_there_is_not_found(sandbox: SandboxProcess, path: str) -> None:
    assert get(sandbox, path).status_code == 404


def test_a_store_may_call_the_api_from_its_pages_and_others_may_not(sandbox: SandboxProcess) -> None:
    def preflight(origin: str) -> httpx.Response:
        headers = {
            "Origin": origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization",
        }
        return httpx.options(f"{sandbox.base_url}/v1/payment_methods", headers=headers, trust_env=False)

    assert preflight(STORE).headers["access-control-allow-origin"] == STORE
    assert "access-control-allow-origin" not in preflight("https://evil.example").headers


@pytest.mark.parametrize(
    ("client", "host", "origin", "allowed"),
    [
        ("127.0.0.1", "127.0.0.1:8001", None, True),
        ("::1", "localhost:8001", None, True),
        ("127.0.0.1", "127.0.0.1:8001", "http://127.0.0.1:8001", True),
        ("192.0.2.7", "127.0.0.1:8001", None, False),
        ("127.0.0.1", "rebound.example", None, False),
        ("127.0.0.1", "127.0.0.1:8001", "https://evil.example", False),
        ("127.0.0.1", "127.0.0.1:8001", "null", False),
    ],
    ids=["local", "local v6", "own page", "from outside", "rebound name", "foreign page", "sandboxed page"],
)
def test_controls_are_for_this_machine(client: str, host: str, origin: str | None, allowed: bool) -> None:
    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin else [])
    scope = {"type": "http", "scheme": "http", "path": "/", "query_string": b"", "headers": headers}
    assert on_this_machine(Request(scope | {"client": (client, 1), "server": ("127.0.0.1", 8001)})) is allowed


def test_controls_refuse_foreign_pages_and_nonsense(sandbox: SandboxProcess) -> None:
    url = f"{sandbox.base_url}/_sandbox/reset"
    assert httpx.post(url, headers={"Origin": STORE}, trust_env=False).status_code == 403
    for path, body in [
        ("faults", {"fault": "earthquake"}),
        ("clock/advance", {"seconds": -1}),
        ("clock/advance", {"hours": 1}),
        ("webhooks/resend", {"event": "evt_x"}),
        ("challenge", {"payment_intent": "pi_x"}),
    ]:
        assert httpx.post(f"{sandbox.base_url}/_sandbox/{path}", json=body, trust_env=False).is_client_error


def test_the_ledger_lists_all_orders(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    for order in ("1", "2"):
        client.v1.payment_intents.create(
            {"amount": 100, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True,
             "allowed_payment_method_types": ["card"], "metadata": {"order_id": order}}
        )  # fmt: skip
    orders = get(sandbox, "/_sandbox/ledger").json()["orders"]
    assert {order: line["captured"] for order, line in orders.items()} == {"1": 100, "2": 100}


@pytest.mark.parametrize("port", ["0", "70000", "x", ""])
def test_a_wrong_port_is_said_in_a_sentence(port: str) -> None:
    with pytest.raises(ValueError, match="SANDBOX_PORT must be a number"):
        from_environment({"SANDBOX_PORT": port})


@pytest.mark.parametrize(("text", "read"), [("", (0, 0)), ("1000", (1000, 1000)), ("800-1200", (800, 1200))])
def test_how_long_a_call_takes_is_one_number_or_two(text: str, read: tuple[int, int]) -> None:
    assert from_environment({"SANDBOX_ANSWER_MS": text}).answer_ms == read


@pytest.mark.parametrize("text", ["1s", "1200-800", "-", "5-", "-5", "1.5"])
def test_a_wrong_time_is_said_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="SANDBOX_ANSWER_MS must be milliseconds"):
        from_environment({"SANDBOX_ANSWER_MS": text})


@pytest.mark.parametrize(
    ("deed", "subject", "status", "said"),
    [
        ("refund", "pi_x", 404, "No such payment_intent"),
        ("advance", "-5", 400, "by the steps of the list"),
        ("express", "upside down", 400, "one of the ways of the list"),
        ("resend", "evt_x", 404, "No such event"),
        ("shout", "", 404, "nothing here"),
    ],
)
def test_the_dashboard_says_why_it_does_not(
    sandbox: SandboxProcess, deed: str, subject: str, status: int, said: str
) -> None:
    answer = httpx.post(f"{sandbox.base_url}/sandbox/do/{deed}", data={"subject": subject}, trust_env=False)
    assert (answer.status_code, said in answer.text) == (status, True)


def test_a_foreign_page_cannot_press_the_dashboard_s_buttons(sandbox: SandboxProcess) -> None:
    for origin in (STORE, "null"):
        answer = httpx.post(f"{sandbox.base_url}/sandbox/do/reset", headers={"Origin": origin}, trust_env=False)
        assert answer.status_code == 404


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("faults", {"fault": "429", "operation": "payment_intents.make"}),
        ("refusals", {"operation": "refund.create"}),
        ("disputes/open", {"payment_intent": "pi_x", "reason": "corked"}),
        ("reviews/close", {"review": "prv_x", "reason": "bored"}),
        ("refunds/fail", {"refund": "re_x", "reason": "bored"}),
    ],
)
def test_a_switch_knows_its_words(sandbox: SandboxProcess, path: str, body: dict[str, str]) -> None:
    answer = httpx.post(f"{sandbox.base_url}/_sandbox/{path}", json=body, trust_env=False)
    assert answer.status_code == 400
    assert "there is no such" in answer.json()["error"]["message"].lower()


@pytest.mark.parametrize("page", ["authorize", "voucher", "phone", "scan", "verify", "challenge", "redirect"])
def test_a_form_that_is_none_is_said_to_be_so(sandbox: SandboxProcess, page: str) -> None:
    answer = httpx.post(f"{sandbox.base_url}/sandbox/{page}/x", content=b"a[b=1", trust_env=False)
    assert answer.status_code == 400


def test_an_address_of_the_newer_kind_stands_in_brackets() -> None:
    assert from_environment({"SANDBOX_HOST": "::1", "SANDBOX_PORT": "8005"}).public_url == "http://[::1]:8005"
