"""A customer has an archive made, and closes the account, without JavaScript; then she keeps it after all."""

import io
import zipfile

from playwright.sync_api import Page, expect

from tests.journeys.live import visit
from tests.journeys.new_account import PASSWORD, confirm_password, register
from tests.journeys.shopper import new_word
from tests.journeys.states.pages import log_in

LOADS = 200
"""How often the page is loaded until the job has made the archive: some ten seconds."""


def wait_for_the_archive(page: Page) -> None:
    for _ in range(LOADS):
        if page.get_by_role("link", name="Download your archive").count():
            return
        page.get_by_role("link", name="See whether it is ready").click()
    raise AssertionError(page.get_by_role("main").inner_text())


def test_an_archive_is_made_and_an_account_closed_and_kept(plain: Page) -> None:
    page, email = plain, f"{new_word()}@example.com"
    register(page, email)
    visit(page, "/my-source/privacy/")
    page.get_by_role("button", name="Make my archive").click()
    wait_for_the_archive(page)
    link = page.get_by_role("link", name="Download your archive").get_attribute("href")
    assert link
    page.get_by_role("link", name="See what would be erased").click()
    confirm_password(page)
    expect(page.get_by_role("heading", name="Erase your account")).to_be_visible()

    archive = page.request.get(link)
    with zipfile.ZipFile(io.BytesIO(archive.body())) as read:
        assert any(email in read.read(name).decode(errors="ignore") for name in read.namelist())

    page.get_by_label("Email address of your account").fill(email)
    page.get_by_role("button", name="Close and erase my account").click()
    expect(page.get_by_text("Your account is closed.")).to_be_visible()
    visit(page, "/my-source/")
    log_in(page, PASSWORD, email=email)
    expect(page.get_by_role("heading", name="Your account is closed")).to_be_visible()
    page.get_by_role("button", name="Keep my account").click()
    expect(page.get_by_text("Your account stays as it was.")).to_be_visible()
