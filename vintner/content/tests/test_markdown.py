"""The merchant's Markdown becomes HTML without anything that could run."""

import pytest

from vintner.content.markdown import render_markdown


def test_a_text_has_headings_lists_links_and_tables() -> None:
    html = render_markdown("# Cost\n\nBy **ground**, see [the shop](/shop/).\n\n- one\n- two\n\n|a|b|\n|-|-|\n|1|2|")
    assert "<h2>Cost</h2>" in html, "the page's title is its only first heading"
    assert '<strong>ground</strong>, see <a href="/shop/">the shop</a>' in html
    assert "<ul>\n<li>one</li>\n<li>two</li>\n</ul>" in html
    assert "<th>a</th>" in html
    assert "<td>2</td>" in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[press](javascript:alert(1))",
        "[press](data:text/html,<script>alert(1)</script>)",
        "![x](javascript:alert(1))",
        '[press](/shop/ "x\\" onclick=alert(1)")',
        "<https://a.example/\"onmouseover='alert(1)'>",
        "```<script>\nalert(1)</script>\n```",
        "|a|\n|:-|\n|<b onclick=alert(1)>|",
    ],
)
def test_nothing_in_it_runs(text: str) -> None:
    html = render_markdown(text)
    assert "<script" not in html
    assert "<img" not in html
    assert "<b" not in html
    assert 'href="javascript' not in html
    assert 'href="data' not in html
    assert " style=" not in html


def test_the_sanitizer_works_without_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second guard holds if the first fails."""
    monkeypatch.setattr(
        "vintner.content.markdown._parser.render",
        lambda text: '<p style="color:red" onclick="x()">a<script>x()</script><a href="javascript:x()">b</a></p>',
    )
    assert render_markdown("anything") == "<p>a<a>b</a></p>"
