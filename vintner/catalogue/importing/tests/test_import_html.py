"""Files of other programs have HTML in their texts: its structure stays, its marks don't."""

from pathlib import Path

import pytest
from django.core.management import call_command

from vintner.catalogue.importing.html_text import decode_entities, read_html
from vintner.catalogue.importing.tables import LONGEST_PROSE
from vintner.catalogue.importing.tests.import_file import import_text
from vintner.catalogue.models import Product, Review
from vintner.testing.builders import make_product


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('<p><span data-contrast="none">Ripe &amp; round.</span></p>\n<p>P&ecirc;che</p>', "Ripe & round.\n\nPêche"),
        ("Soft <strong>tannins</strong>\nand\n\n<em>plum</em>", "Soft tannins\nand\n\nplum"),
        ("<P>A line\nthat is wrapped</P>\n\n\n<P>End</P>", "A line that is wrapped\n\nEnd"),
        ("a<br>b<br />\nc", "a\nb\nc"),
        ("Notes:<ul>\n<li>Cherry</li>\n<li><p>Plum</p></li>\n<li></li></ul>End", "Notes:\n• Cherry\n• Plum\n\nEnd"),
        ("<ol><li>One<ul><li>Two</li></ul></li></ol>", "• One\n• Two"),
        ("<table><tr><th>ABV</th><td>13%</td></tr><tr><td>A</td><td>B</td></tr></table>", "ABV 13%\nA B"),
        ("<dl><dt>Soil</dt><dd>Chalk</dd></dl>", "Soil\nChalk"),
        ("<h2>Title</h2>Text<hr>More", "Title\n\nText\n\nMore"),
        ("<div>A line\nthat is wrapped</div>", "A line that is wrapped"),
        ("<pre>One\ntwo</pre>", "One\ntwo"),
        ("<p>&nbsp;</p><div><div>x</div></div>", "x"),
        ("<script>alert(1)</script><style>p{}</style><p onclick='x()'>Hi</p><!-- note -->", "Hi"),
        ("5 < 6, <Reserve> & I <3 it", "5 < 6, <Reserve> & I <3 it"),
        ("Plain\ntext\n\nstays", "Plain\ntext\n\nstays"),
        ("&lt;p&gt; is a mark", "<p> is a mark"),
        ("Grape: Merlot\nABV: 13%\n<ul><li>x</li></ul>", "Grape: Merlot\nABV: 13%\n• x"),
        ("<table>\n <tr>\n  <td>ABV</td>\n  <td>13%</td>\n </tr>\n</table>", "ABV 13%"),
        ("<div>One\n \ntwo</div>", "One\n\ntwo"),
        ("<details><summary>Notes</summary>Plum</details>", "Notes\n\nPlum"),
        ("a<o:p></o:p>", "a"),
        ('a <picture><source srcset="x"><img src="y"></picture>b', "a b"),
        ('a<img src="x">b', "ab"),
        ("a <!-- note --> b", "a b"),
        ("a<br/>b", "a\nb"),
        (' <span class="x">a</span> ', "a"),
        (" a \n", "a"),
        ("<p>", ""),
    ],
)
def test_html_becomes_text_with_its_structure(html: str, text: str) -> None:
    assert read_html(html) == text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ch&acirc;teau &#39;R&#xf6;d&#39;", "Château 'Röd'"),
        ("R&D; AT&T &copy", "R&D; AT&T &copy"),
        ("a&#8203;b", "ab"),
    ],
)
def test_entities_are_characters(text: str, read: str) -> None:
    assert decode_entities(text) == read


@pytest.mark.django_db
def test_a_file_with_html_is_imported_as_text(tmp_path: Path) -> None:
    head = "Type,SKU,Name,Categories,Short description,Description,Attribute 1 name,Attribute 1 value(s),Parent\n"
    rows = (
        "variable,W,Ch&acirc;teau A,Reds &amp; ros&eacute;s,<p>Dry &amp; long</p>,"
        '"<p>One</p>\\n<ul><li>Two</li></ul>",Size,"1 l, 2 l",\n'
        "variation,W-1,,,,<p>The <b>large</b> one</p>,Size,1 l,W\n"
    )
    _, complaints = import_text(tmp_path, head + rows)
    product = Product.objects.get()
    assert complaints == ""
    assert (product.name, product.categories.get().name) == ("Château A", "Reds & rosés")
    assert (product.short_description, product.description) == ("Dry & long", "One\n• Two")
    assert product.variations.get().note == "The large one"


@pytest.mark.django_db
def test_an_entity_separates_nothing(tmp_path: Path) -> None:
    row = "simple,W,Wine,Red &gt; dry,Soft&#44; round\n"
    _, complaints = import_text(tmp_path, f"Type,SKU,Name,Categories,Tags\n{row}")
    product = Product.objects.get()
    assert (complaints, product.categories.get().name, product.tags.get().name) == ("", "Red > dry", "Soft, round")
    _, complaints = import_text(tmp_path, f"Type,SKU,Name,Categories\nsimple,X,Wine,{'a > ' * 200}b\n")
    assert "has 801 characters, 600 fit" in complaints


@pytest.mark.django_db
def test_a_text_that_would_take_long_is_refused(tmp_path: Path) -> None:
    long = "<div>" * (LONGEST_PROSE // 5 + 1)
    _, complaints = import_text(tmp_path, f"Type,SKU,Name,Description\nsimple,W,Wine,{long}\n")
    assert f"Description: has {len(long)} characters, {LONGEST_PROSE} fit" in complaints
    assert not Product.objects.exists()


@pytest.mark.django_db
def test_reviews_of_another_store_lose_their_marks_too(tmp_path: Path) -> None:
    make_product(sku="W")
    wines, path = tmp_path / "wines.csv", tmp_path / "reviews.csv"
    wines.write_text("Type,SKU,Name\n")
    path.write_text("product_sku,rating,date,reviewer,review\nW,5,2026-01-02,Zo&euml;,<p>So</p><p>good</p>\n")
    call_command("import_products", str(wines), reviews=path, verbosity=0)
    review = Review.objects.get()
    assert (review.author, review.text) == ("Zoë", "So\n\ngood")
