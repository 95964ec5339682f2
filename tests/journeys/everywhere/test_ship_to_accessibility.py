"""Everybody can say where the wine goes, and read where it may not, in every state."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.everybody import Open, check_state
from tests.journeys.live import reload, visit
from tests.journeys.states.pages import FEW_WINES, State
from tests.journeys.visitors import Complaints

FIELD = "ZIP or postal code, state, or province"
NO_PLACE = "We don’t know that place."


def be_refused(page: Page) -> None:
    """By the control of the header; on small screens, where the menu has it, by its page."""
    control = page.get_by_role("button", name="Ship to…")
    if control.is_visible():
        control.click()
        area = page.get_by_role("dialog", name="Where your wine goes")
    else:
        visit(page, "/ship-to/")
        area = page.get_by_role("main")
    area.get_by_label(FIELD).fill("Atlantis")
    area.get_by_role("button", name="Save location").click()
    expect(area.get_by_role("alert")).to_contain_text(NO_PLACE)


def live_in_utah(page: Page) -> None:
    page.request.post("/ship-to/", form={"place": "84101"}, headers={"Accept": "application/json"})
    reload(page)
    expect(page.get_by_text("ship to Utah").or_(page.get_by_text("ship wine to Utah")).first).to_be_visible()


STATES = [
    State("ship-to refused", "/shop/", be_refused, "422", anew=True),
    State("cards of a closed state", FEW_WINES, live_in_utah),
    State("wine of a closed state", "V-SIMPLE", live_in_utah),
]


@pytest.mark.sweep
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_every_state_of_where_the_wine_goes(opened: Open, state: State, complaints: Complaints) -> None:
    check_state(opened, state, complaints)
