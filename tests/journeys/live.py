"""Visits of pages, each of which ends when the page works: what a shopper does next is heard."""

from playwright.sync_api import Page, Response

from tests.journeys.patience import PATIENCE_MS

HYDRATED = "document.querySelector('#root')?.hasAttribute('data-hydrated')"
"""Set in an effect, after React has drawn all that needs JavaScript (`frontend/app.tsx`)."""
NO_SCRIPTS = "matchMedia('(scripting: none)').matches || !document.querySelector('script[data-entry]')"
"""The browser runs none, or the page has none: it works as it comes."""
GATE_SCRIPT = "performance.getEntriesByType('resource').find(({ name }) => name.includes('/ageAnswer-'))"
LAST_SCRIPT = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/startVisit-'))"
"""It is fetched when the browser has nothing else to do."""
NEEDED_PICTURES = "[...document.images].every((image) => image.loading === 'lazy' || image.complete)"


def visit(page: Page, address: str) -> Response | None:
    """Open an address and wait until its page works. Returns the last answer, as `goto` does."""
    answer = page.goto(address)
    wait_until_live(page)
    return answer


def reload(page: Page) -> None:
    page.reload()
    wait_until_live(page)


def wait_until_live(page: Page) -> None:
    """Wait until React has taken over what the server sent, where scripts run and the page has one."""
    until(page, f"document.readyState !== 'loading' && ({HYDRATED} || {NO_SCRIPTS})")


def wait_until_at_rest(page: Page) -> None:
    """Wait until a page works, and has fetched all that it fetches without a shopper."""
    wait_until_live(page)
    until(page, f"document.readyState === 'complete' && {LAST_SCRIPT} && {NEEDED_PICTURES}")


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
