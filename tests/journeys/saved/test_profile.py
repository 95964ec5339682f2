"""A customer tells of herself: where she is, and how she looks."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.journeys.live import until, wait_until_live
from tests.journeys.states.pages import arrive, log_in

NAPA = {"latitude": 38.3, "longitude": -122.3}


def picture() -> bytes:
    content = BytesIO()
    Image.new("RGB", (500, 300), "darkred").save(content, "PNG")
    return content.getvalue()


@pytest.mark.sweep
def test_a_customer_fetches_her_location_and_sets_a_picture(page: Page) -> None:
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation(NAPA)  # type: ignore[arg-type]
    arrive(page, "/my-source/?next=/my-source/edit-account/")
    log_in(page)
    page.wait_for_url("**/my-source/edit-account/**")
    wait_until_live(page)
    page.get_by_role("button", name="Fetch my location").click()
    expect(page.locator("[name=city]")).to_have_value("Napa")
    expect(page.locator("[name=state]")).to_have_value("CA")
    expect(page.locator("[name=postcode]")).to_have_value("94559-1234")
    expect(page.locator("[name=phone_code]")).to_have_value("US")
    page.get_by_label("Profile picture").set_input_files(
        {"name": "me.png", "mimeType": "image/png", "buffer": picture()}
    )
    expect(page.get_by_role("img", name="A picture is set")).to_be_visible()
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Account details changed successfully.")).to_be_visible()
    until(page, "document.querySelector('main img[src*=\"-384.webp\"]')?.naturalWidth === 384")
    wait_until_live(page)
    page.get_by_role("button", name="Remove picture").click()
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Account details changed successfully.")).to_be_visible()
    expect(page.get_by_role("img", name="A picture is set")).to_have_count(0)
