"""Who lets the world reach the web server itself is warned."""

import pytest
from django.core.checks import Tags, run_checks
from pytest_django import Settings

from vintner.web.edge.exposure import find_exposure

DEPLOYED = "vintner.W005"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])  # noqa: S104 - not bound
def test_a_public_address_without_a_proxy_is_warned_of(host: str) -> None:
    assert f"HOST={host} " in find_exposure(host, [])
    assert find_exposure(host, ["127.0.0.1"]) == ""


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_an_address_of_this_machine_is_not(host: str) -> None:
    assert find_exposure(host, []) == ""


def test_the_checks_of_a_deployment_warn_of_it(settings: Settings) -> None:
    settings.HOST, settings.TRUSTED_PROXIES = "0.0.0.0", []  # noqa: S104 - not bound

    def found() -> list[str]:
        return [
            each.msg for each in run_checks([], [Tags.security], include_deployment_checks=True) if each.id == DEPLOYED
        ]

    assert [text.partition(" ")[0] for text in found()] == ["HOST=0.0.0.0"]
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    assert found() == []
