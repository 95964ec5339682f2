"""The switches of the express checkout element: what they take, and how they end."""

import json
import re
from html import unescape

import httpx
import pytest

from sandbox_pay.testing import SandboxProcess

STORE = "http://127.0.0.1:8000"
WRONG: tuple[dict[str, object], ...] = (
    {"wallets": ["samsung_pay"]},
    {"delays": {"ready": 60_001}},
    {"delays": {"ready": -1}},
    {"delays": {"lunch": 1}},
    {"close_at": "ready"},
    {"card": "4111111111111111"},
    {"mischief": True},
)


def switches_of(sandbox: SandboxProcess, frame: str) -> dict[str, object]:
    """Return the switches that a frame is given."""
    page = httpx.get(f"{sandbox.base_url}/sandbox/{frame}", params={"origin": STORE}, trust_env=False)
    found = re.search(r'data-switches="([^"]*)"', page.text)
    assert found is not None
    return dict(json.loads(unescape(found[1])))


@pytest.mark.parametrize("frame", ["express", "sheet"])
def test_frames_follow_the_switches_until_a_reset(sandbox: SandboxProcess, frame: str) -> None:
    without = switches_of(sandbox, frame)
    assert without["wallets"] == ["apple_pay", "google_pay", "link", "amazon_pay", "klarna"]
    sandbox.set_express(wallets=["link"], delays={"address": 900}, close_at="rate", offline=True)
    with_faults = switches_of(sandbox, frame)
    assert (with_faults["wallets"], with_faults["delays"]) == (["link"], {"address": 900})
    assert (with_faults["close_at"], with_faults["offline"]) == ("rate", True)
    sandbox.set_express(load_error=True)
    assert switches_of(sandbox, frame) == {**without, "load_error": True}
    sandbox.reset()
    assert switches_of(sandbox, frame) == without


@pytest.mark.parametrize("wrong", WRONG)
def test_what_the_switches_do_not_know_is_refused(sandbox: SandboxProcess, wrong: dict[str, object]) -> None:
    with pytest.raises(httpx.HTTPStatusError):
        sandbox.set_express(**wrong)
    assert switches_of(sandbox, "sheet")["close_at"] is None


@pytest.mark.parametrize("frame", ["express", "sheet"])
def test_frames_are_for_the_stores_pages_only(sandbox: SandboxProcess, frame: str) -> None:
    address = f"{sandbox.base_url}/sandbox/{frame}"
    stranger = httpx.get(address, params={"origin": "https://evil.example"}, trust_env=False)
    assert stranger.status_code == 403
    known = httpx.get(address, params={"origin": STORE}, trust_env=False)
    assert f"frame-ancestors {STORE}" in known.headers["Content-Security-Policy"]


def test_the_dashboard_switches_wallets_and_says_how_they_behave(sandbox: SandboxProcess) -> None:
    def selected() -> list[str]:
        page = httpx.get(sandbox.base_url, headers={"Accept": "text/html"}, trust_env=False)
        return re.findall(r"<option selected>([^<]*)<", page.text)

    assert selected() == ["without fault"]
    words = "the sheet closes at the address"
    httpx.post(f"{sandbox.base_url}/sandbox/do/express", data={"subject": words}, trust_env=False)
    assert selected() == [words]
    assert switches_of(sandbox, "sheet")["close_at"] == "address"
