"""What browsers report of the content policy is logged: little of it, and not for ever."""

import json

import pytest
from django.test import Client
from pytest_django import Settings

from vintner.header_settings import REPORT_PATH
from vintner.wire.policy_report_views import LONGEST_REPORT, MOST_ENTRIES

pytestmark = pytest.mark.django_db
OLD_SHAPE = {
    "csp-report": {
        "document-uri": "https://store.example/checkout/?key=secret",
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/x.js?stolen=1",
    }
}
NEW_SHAPE = {
    "type": "csp-violation",
    "url": "https://store.example/cart/",
    "body": {"documentURL": "https://store.example/cart/", "effectiveDirective": "style-src", "blockedURL": "inline"},
}


def sends(client: Client, report: object) -> None:
    body = report if isinstance(report, str) else json.dumps(report)
    assert client.post(REPORT_PATH, body, "application/csp-report").status_code == 204


def test_every_answer_names_the_address(client: Client) -> None:
    for path in ("/robots.txt", "/admin/login/", "/no-such-page/"):
        answer = client.get(path)
        assert answer["Reporting-Endpoints"] == f'policy="{REPORT_PATH}"'
        policy = {each.strip() for each in answer["Content-Security-Policy"].split(";")}
        assert {f"report-uri {REPORT_PATH}", "report-to policy"} <= policy


def test_both_shapes_are_logged_without_queries(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    sends(client, OLD_SHAPE)
    sends(client, [NEW_SHAPE])
    assert [record.getMessage() for record in caplog.records if "policy" in record.name] == [
        "the content policy (script-src-elem) blocked https://evil.example on /checkout/",
        "the content policy (style-src) blocked inline on /cart/",
    ]


@pytest.mark.parametrize(
    "report",
    [
        "",
        "no JSON",
        "[" * 9000,
        "[1, null, {}]",
        '{"csp-report": 7}',
        '{"csp-report": {"document-uri": "https://[", "effective-directive": "x", "blocked-uri": "https://["}}',
        json.dumps({"csp-report": {**OLD_SHAPE["csp-report"], "blocked-uri": "chrome-extension://abc/x.js"}}),
        json.dumps({**OLD_SHAPE, "more": "x" * LONGEST_REPORT}),
    ],
)
def test_nonsense_extensions_and_long_texts_are_dropped(
    client: Client, caplog: pytest.LogCaptureFixture, report: str
) -> None:
    sends(client, report)
    assert "policy" not in caplog.text


def test_nothing_breaks_a_line_of_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    forged = {
        "effective-directive": "a\n2026 error\u202e",
        "blocked-uri": "inline",
        "document-uri": "https://x/\r\n" * 99,
    }
    sends(client, {"csp-report": forged})
    (line,) = (record.getMessage() for record in caplog.records if "policy" in record.name)
    assert line.isprintable()
    assert len(line) < 400


def test_an_address_reports_only_so_much(client: Client, settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    settings.LIMITS = {**settings.LIMITS, "policy_reports": (2, 3600)}
    for _ in range(5):
        sends(client, [NEW_SHAPE] * 20)
    assert caplog.text.count("blocked inline") == 2 * MOST_ENTRIES
