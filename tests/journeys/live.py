"""Waiting for what a page does by itself once it has come."""

from playwright.sync_api import Page

from tests.journeys.patience import PATIENCE_MS


def wait_until_live(page: Page) -> None:
    """Wait until React has taken over what the server sent: from then on an element of the root bears its marks."""
    until(page, "Object.keys(document.querySelector('#main') ?? {}).some((key) => key.startsWith('__react'))")


GATE_SCRIPT = "performance.getEntriesByType('resource').find(({ name }) => name.includes('/ageAnswer-'))"


def wait_until_gate_is_live(page: Page) -> None:
    """Wait until the age gate opens where it stands: without a script of its own, an answer leaves the page."""
    until(page, GATE_SCRIPT)
    page.evaluate(f"() => import({GATE_SCRIPT}.name).then(() => true)")


def until(page: Page, condition: str) -> None:
    """Wait frame by frame; the page's policy forbids Playwright's own way."""
    page.evaluate(
        f"""async () => {{
            const end = performance.now() + {PATIENCE_MS};
            while (!({condition})) {{
                if (performance.now() > end) throw new Error('it never became true');
                await new Promise(requestAnimationFrame);
            }}
        }}"""
    )
