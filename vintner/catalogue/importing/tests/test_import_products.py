"""Products of another shop are taken over whole, once, and row by row."""

import tempfile
from datetime import UTC, datetime
from decimal import Decimal
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from PIL import Image
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django.fixtures import Settings

from tests.reference import reference
from vintner.catalogue.classes import ShippingClass
from vintner.catalogue.models import Category, Picture, Product, Review, Variation
from vintner.money import Money

pytestmark = pytest.mark.django_db
HEAD = "Type,SKU,Name,Regular price,Stock"


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Path:
    """Keep pictures of these tests in a folder of their own."""
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


def take(folder: Path, content: str, *options: str) -> tuple[int, str, str]:
    """Import a file of this content; returns exit status, summary and complaints."""
    path = folder / "products.csv"
    path.write_text(content)
    return run(path, *options)


def run(path: Path, *options: str) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    status = 0
    try:
        call_command("import_products", str(path), *options, stdout=out, stderr=err)
    except SystemExit as stop:
        status = int(str(stop.code))
    return status, out.getvalue(), err.getvalue()


def test_an_unknown_tax_class_is_refused_and_a_shipping_class_is_made(tmp_path: Path) -> None:
    status, _, complaints = take(
        tmp_path,
        "Type,SKU,Name,Regular price,Tax class,Shipping class\n"
        "simple,W1,One,20,foo,\nsimple,W2,Two,20,,Large bottles\n",
    )
    assert status == 1
    assert "line 2, Tax class: there is no tax class 'foo': add it in the admin first" in complaints
    assert [product.sku for product in Product.objects.all()] == ["W2"]
    assert ShippingClass.objects.get().name == "Large bottles"


def test_a_simple_product_with_all_it_has(tmp_path: Path) -> None:
    status, summary, _ = take(
        tmp_path,
        "Type,SKU,Name,Published,Is featured?,Visibility in catalog,Short description,Description,"
        "Date sale price starts,Date sale price ends,Tax status,Tax class,In stock?,Stock,Low stock amount,"
        "Backorders allowed?,Sold individually?,Weight (kg),Allow customer reviews?,Sale price,Regular price,"
        "Categories,Tags,Brands,Colour of cork,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,"
        "Attribute 1 global\n"
        'simple,W1,"Gran Reserva, 2016",1,1,catalog,Short,First\\nSecond,2026-01-01,2026-01-31,taxable,reduced-rate,1,'
        '7,3,notify,1,1.5,0,15.50,20,"Wine > Red, Spain > Rioja","Organic, Gift",Bodega Uno,black,Food pairing,'
        '"Beef\\, grilled, Lamb",0,1\n',
    )

    wine = Product.objects.get(sku="W1")
    (variation,) = wine.variations.all()
    assert status == 0
    assert "Columns that were not read: Colour of cork" in summary
    assert (wine.kind, wine.name, wine.visibility, wine.featured) == ("simple", "Gran Reserva, 2016", "catalog", True)
    assert (wine.description, wine.sold_individually, wine.reviews_allowed) == ("First\nSecond", True, False)
    assert wine.tax_class == "reduced-rate"
    assert str(wine.producer) == "Bodega Uno"
    assert sorted(tag.name for tag in wine.tags.all()) == ["Gift", "Organic"]
    assert {(shelf.name, str(shelf.parent)) for shelf in wine.categories.all()} == {("Red", "Wine"), ("Rioja", "Spain")}
    assert [(fact.value.name, fact.visible) for fact in wine.facts.all()] == [("Beef, grilled", False), ("Lamb", False)]
    assert (variation.regular_price, variation.sale_price, variation.on_hand) == (Money(2000), Money(1550), 7)
    assert (variation.backorders, variation.low_stock_threshold, variation.weight) == ("notify", 3, Decimal("3.307"))
    assert variation.sale_starts_at == datetime(2026, 1, 1, 8, tzinfo=UTC)
    assert variation.sale_ends_at == datetime(2026, 2, 1, 8, tzinfo=UTC)
    assert (wine.lowest_price, wine.in_stock) == (Money(2000), True)


VARIABLE = (
    "Type,SKU,Name,Regular price,Stock,Parent,Position,Low stock amount,Attribute 1 name,Attribute 1 value(s)\n"
    '{}variable,P,Wine,,,,,4,Vintage,"2020, 2019"\n{}'
)
CHILDREN = (
    "variation,P-20,Wine - 2020,41.99,5,P,1,,Vintage,2020\nvariation,P-19,Wine - 2019,44.99,0,P,2,9,Vintage,2019\n"
)


@pytest.mark.parametrize(
    "content", [VARIABLE.format("", CHILDREN), VARIABLE.format(CHILDREN, "")], ids=["after", "before"]
)
def test_variations_may_come_before_or_after_their_product(tmp_path: Path, content: str) -> None:
    status, _, _ = take(tmp_path, content)

    wine = Product.objects.get(sku="P")
    assert status == 0
    assert [(each.sku, each.options.get().name, each.low_stock_threshold) for each in wine.variations.all()] == [
        ("P-20", "2020", 4),
        ("P-19", "2019", 9),
    ]
    assert (wine.lowest_price, wine.highest_price, wine.in_stock) == (Money(4199), Money(4499), True)


def test_the_description_of_a_variation_is_its_note(tmp_path: Path) -> None:
    rows = "variable,P,Wine,,The wine.,,\nvariation,P-20,,5.00,A cool year.,P,2020\nvariation,P-19,,5.00,,P,2019\n"
    status, _, _ = take(tmp_path, "Type,SKU,Name,Regular price,Description,Parent,Position\n" + rows)
    notes = dict(Variation.objects.values_list("sku", "note"))
    assert (status, notes) == (0, {"P-20": "A cool year.", "P-19": ""})
    assert Product.objects.get().description == "The wine."
    too_long = f"variation,P-20,,5.00,{'x' * 1001},P,2020\n"
    status, _, errors = take(tmp_path, "Type,SKU,Name,Regular price,Description,Parent,Position\n" + too_long)
    assert (status, "Description" in errors) == (1, True)


def test_a_parent_may_be_named_by_its_number(tmp_path: Path) -> None:
    take(tmp_path, "ID,Type,SKU,Name,Parent,Regular price\n77,variable,P,Wine,,\n78,variation,P-1,,id:77,5.00\n")

    assert Variation.objects.get(sku="P-1").product.sku == "P"


def test_doing_it_again_changes_nothing_and_a_changed_cell_only_itself(tmp_path: Path) -> None:
    content = f"{HEAD},Categories\nsimple,W1,Wine,20.00,5,Wine > Red\n"
    take(tmp_path, content)
    before = Product.objects.values().get()

    assert "Products: 1 unchanged" in take(tmp_path, content)[1]
    assert Product.objects.values().get() == before
    assert "Products: 1 changed" in take(tmp_path, content.replace("20.00", "21.00"))[1]
    assert Product.objects.values().get() == {**before, "lowest_price": Money(2100), "highest_price": Money(2100)}


def test_an_sku_that_stands_twice_in_a_file_is_rejected_the_second_time(tmp_path: Path) -> None:
    content = f"{HEAD}\nsimple,A,First,20.00,5\nsimple,B,Other,1.00,1\nsimple,A,Second,30.00,7\n"
    status, summary, complaints = take(tmp_path, content)

    wine = Product.objects.get(sku="A")
    assert (status, complaints) == (1, "products.csv, line 4, SKU: stands on line 2 already\n")
    assert "Products: 2 made" in summary
    assert (wine.name, wine.lowest_price) == ("First", Money(2000))
    take(tmp_path, f"{HEAD}\nsimple,A,Changed,30.00,7\n")
    assert Product.objects.get(sku="A").name == "Changed"


def test_an_sku_in_other_capitals_makes_no_second_wine(tmp_path: Path) -> None:
    first = f"{HEAD}\nsimple,Wine-1,First,20.00,5\n"
    status, _, complaints = take(tmp_path, f"{first}simple,wine-1,Second,30.00,7\n")
    assert (status, complaints) == (1, "products.csv, line 3, SKU: stands on line 2 already\n")

    status, _, complaints = take(tmp_path, f"{HEAD}\nsimple,WINE-1,Second,30.00,7\nsimple,B,Other,1.00,1\n")
    known = "products.csv, line 2, SKU: the store has it as Wine-1: write it with the same capitals\n"
    assert (status, complaints) == (1, known)
    assert set(Product.objects.values_list("sku", "name")) == {("Wine-1", "First"), ("B", "Other")}
    assert take(tmp_path, first)[0] == 0


def test_a_variation_in_other_capitals_makes_no_second_one(tmp_path: Path) -> None:
    head = "Type,SKU,Name,Parent,Regular price\n"
    take(tmp_path, f"{head}variable,P,Wine,,\nvariation,P-20,,P,5.00\n")

    status, _, complaints = take(tmp_path, f"{head}variation,p-20,,P,6.00\nsimple,P-20X,Other,,7.00\n")
    assert (status, complaints.count("\n"), "the store has it as P-20:" in complaints) == (1, 1, True)
    assert Variation.objects.get(product__sku="P").regular_price == Money(500)


@pytest.mark.parametrize("children_first", [True, False])
def test_a_variation_that_stands_twice_is_rejected_wherever_its_product_stands(
    tmp_path: Path, children_first: bool
) -> None:
    twice = f"{CHILDREN}variation,P-20,Wine - 2020,9.99,5,P,1,,Vintage,2020\n"
    status, _, complaints = take(tmp_path, VARIABLE.format(*((twice, "") if children_first else ("", twice))))

    lines = (4, 2) if children_first else (5, 3)
    assert (status, complaints) == (1, "products.csv, line {}, SKU: stands on line {} already\n".format(*lines))
    assert Variation.objects.get(sku="P-20").regular_price == Money(4199)


def test_a_row_after_a_rejected_one_may_have_its_sku(tmp_path: Path) -> None:
    _, _, complaints = take(tmp_path, f"{HEAD}\nsimple,A,First,a lot,5\nsimple,A,Second,30.00,7\n")

    assert complaints.count("\n") == 1
    assert Product.objects.get(sku="A").name == "Second"


def test_what_the_file_does_not_speak_of_stays(tmp_path: Path) -> None:
    take(tmp_path, f"{HEAD},Tags,Description\nsimple,W1,Wine,20.00,5,Gift,Long\n")
    take(tmp_path, "Type,SKU,Name,Regular price\nsimple,W1,Wine,22.00\n")

    wine = Product.objects.get(sku="W1")
    assert (wine.description, wine.tags.get().name, wine.variations.get().on_hand) == ("Long", "Gift", 5)


@pytest.mark.parametrize(
    ("header", "row", "complaint"),
    [
        (HEAD, "bundle,W1,Wine,20,5", "Type: 'bundle' is not simple"),
        (HEAD, ",W1,Wine,20,5", "Type: is missing"),
        (HEAD, "simple,,Wine,20,5", "SKU: is missing"),
        (HEAD, "simple,W1,,20,5", "Name: is missing"),
        (HEAD, "simple,W1,Wine,twenty,5", "Regular price: 'twenty' is not a price"),
        (HEAD, "simple,W1,Wine,-1,5", "Regular price: '-1' is not a price"),
        (HEAD, "simple,W1,Wine,19.999,5", "Regular price: '19.999' is not a price"),
        (HEAD, "simple,W1,Wine,1e3,5", "Regular price: '1e3' is not a price"),
        (HEAD, "simple,W1,Wine,20,1.5", "Stock: '1.5' is not a whole number"),
        (HEAD, "simple,W1,Wine,20,-4", "Stock: is below zero"),
        (f"{HEAD},Low stock amount", "simple,W1,Wine,20,5,-1", "Low stock amount: -1 is less than 0"),
        (f"{HEAD},Weight (lbs)", "simple,W1,Wine,20,5,-1", "Weight (lbs): '-1' is not a weight"),
        (f"{HEAD},Weight (kg)", "simple,W1,Wine,20,5,99999", "Weight (kg): is more than 99999.999 lbs"),
        (f"{HEAD},Date sale price ends", "simple,W1,Wine,20,5,9999-12-31", "Date sale price ends: '9999-12-31' is not"),
        (HEAD, "simple,W1,Wine,20,many", "Stock: 'many' is not a whole number"),
        (HEAD, "simple,W1,Wine,20,99999999999", "Stock: '99999999999' is not a whole number"),
        (HEAD, f"simple,W1,{'x' * 201},20,5", "Name: has 201 characters"),
        (f"{HEAD},Sale price", "simple,W1,Wine,20,5,20", "Sale price: is not below"),
        (f"{HEAD},Sale price", "simple,W1,Wine,,5,20", "Sale price: is not below"),
        (
            f"{HEAD},Date sale price starts,Date sale price ends",
            "simple,W1,Wine,20,5,2026-02-01,2026-01-01",
            "Date sale price ends: ends before it starts",
        ),
        (f"{HEAD},Parent", "variation,W1,Wine,20,5,NOBODY", "Parent: there is no product NOBODY"),
        (f"{HEAD},Parent", "variation,W1,Wine,20,5,", "Parent: is missing"),
        (f"{HEAD},Parent", "variation,W1,Wine,20,5,GOOD", "Parent: GOOD is not a variable product"),
        (f"{HEAD},Weight (lbs)", "simple,W1,Wine,20,5,heavy", "Weight (lbs): 'heavy' is not a weight"),
        (f"{HEAD},Backorders allowed?", "simple,W1,Wine,20,5,maybe", "Backorders allowed?: 'maybe' is none of"),
        (f"{HEAD},Published", "simple,W1,Wine,20,5,2", "Published: '2' is none of"),
        (f"{HEAD},Date sale price ends", "simple,W1,Wine,20,5,soon", "Date sale price ends: 'soon' is not a date"),
    ],
)
def test_a_bad_row_is_told_and_the_rest_is_loaded(tmp_path: Path, header: str, row: str, complaint: str) -> None:
    good = "simple,GOOD,Good wine,10,1" + "," * header[len(HEAD) :].count(",")
    status, summary, errors = take(tmp_path, f"{header}\n{good}\n{row}\n{good.replace('GOOD', 'GOOD2')}\n")

    assert status == 1
    assert f"line 3, {complaint}" in errors
    assert "Rows rejected: 1" in summary
    assert sorted(Product.objects.values_list("sku", flat=True)) == ["GOOD", "GOOD2"]


def test_a_row_does_not_bring_the_price_below_the_sale_price_that_stays(tmp_path: Path) -> None:
    take(tmp_path, f"{HEAD},Sale price\nsimple,W1,Wine,20,5,15\n")
    status, _, complaints = take(tmp_path, f"{HEAD}\nsimple,W1,Wine,12,5\n")

    assert (status, complaints) == (1, "products.csv, line 2, Sale price: is not below the regular price\n")
    assert Variation.objects.get(sku="W1").regular_price == Money(2000)
    assert take(tmp_path, "Type,SKU,Name,Sale price\nsimple,W1,Wine,18\n")[0] == 0


def test_a_stock_below_what_orders_hold_is_rejected_and_one_on_backorder_may_be_below_zero(tmp_path: Path) -> None:
    take(tmp_path, f"{HEAD}\nsimple,W1,Wine,20,5\n")
    Variation.objects.filter(sku="W1").update(reserved=3)
    _, _, complaints = take(tmp_path, f"{HEAD}\nsimple,W1,Wine,20,2\n")
    assert complaints == "products.csv, line 2, Stock: is below the 3 bottles that unpaid orders hold\n"
    assert take(tmp_path, f"{HEAD},Backorders allowed?\nsimple,W1,Wine,20,-4,notify\n")[0] == 0
    assert Variation.objects.get(sku="W1").on_hand == -4


def test_a_position_that_no_row_can_hold_is_rejected(tmp_path: Path) -> None:
    status, _, complaints = take(tmp_path, VARIABLE.format("", CHILDREN.replace("5,P,1,", "5,P,40000,")))
    assert (status, complaints) == (1, "products.csv, line 3, Position: 40000 is more than 32767\n")


def test_a_row_never_loads_half(tmp_path: Path) -> None:
    """The picture is looked for after product, category and tag could have been made."""
    status, _, errors = take(
        tmp_path,
        f"{HEAD},Categories,Tags,Brands,Images\nsimple,W1,Wine,20,5,New shelf,New tag,New maker,gone.jpg\n",
        "--images",
        str(tmp_path),
    )

    assert (status, "gone.jpg cannot be read" in errors) == (1, True)
    assert not Product.objects.exists()
    assert not Category.objects.exists()


def picture(path: Path, colour: str = "red") -> None:
    Image.new("RGB", (300, 400), colour).save(path)


def test_pictures_come_from_the_folder_once_each(tmp_path: Path, media: Path) -> None:
    picture(tmp_path / "a.png")
    picture(tmp_path / "b.png", "blue")
    content = f'{HEAD},Images\nsimple,W1,Wine,20,5,"a.png, b.png"\nsimple,W2,Wine,20,5,a.png\n'
    for _ in range(2):
        assert take(tmp_path, content, "--images", str(tmp_path))[0] == 0

    first, second = Product.objects.order_by("sku")
    assert first.picture == second.picture
    assert [each.alt for each in first.gallery.all()] == ["Wine"]
    assert len(list(media.rglob("*.png"))) == Picture.objects.count() == 2
    assert ProcrastinateJob.objects.filter(task_name="catalogue.make_sizes").count() == 2


@pytest.mark.parametrize(
    "name",
    ["../secret.png", "/etc/hostname", "a/../../secret.png", "link.png", "text.png", "", "..\\secret.png", "sub"],
)
def test_a_picture_that_is_none_or_lies_elsewhere_is_rejected(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "images"
    (folder / "sub").mkdir(parents=True)
    picture(tmp_path / "secret.png")
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    (folder / "text.png").write_text("no picture")

    status, _, errors = take(tmp_path, f"{HEAD},Images\nsimple,W1,Wine,20,5,{name}\n", "--images", str(folder))

    assert status == (1 if name else 0)
    assert ("line 2, Images: " in errors) == bool(name)
    assert not Picture.objects.exists()


def test_without_a_folder_pictures_are_left_out_and_it_is_said(tmp_path: Path) -> None:
    status, summary, _ = take(tmp_path, f"{HEAD},Images\nsimple,W1,Wine,20,5,a.png\n")

    assert (status, "Images (no folder given)" in summary) == (0, True)


def test_a_trial_keeps_nothing(tmp_path: Path, media: Path) -> None:
    picture(tmp_path / "a.png")
    content = f"{HEAD},Images\nsimple,W1,Wine,20,5,a.png\nsimple,W2,Wine,bad,5,\n"
    jobs = list(ProcrastinateJob.objects.values_list("pk"))  # a test before may have left some
    status, summary, errors = take(tmp_path, content, "--images", str(tmp_path), "--dry-run")

    assert (status, "Products: 1 made" in summary, "line 3" in errors) == (1, True, True)
    assert not Product.objects.exists()
    assert not media.exists()
    assert list(ProcrastinateJob.objects.values_list("pk")) == jobs


@pytest.mark.parametrize("content", ["", "simple,W1,Wine\n", "SKU,Name\nW1,Wine\n"], ids=["empty", "rows", "no Type"])
def test_a_file_without_header_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(CommandError):
        take(tmp_path, content)


def test_a_simple_product_does_not_become_variable(tmp_path: Path) -> None:
    take(tmp_path, f"{HEAD}\nsimple,W1,Wine,20,5\n")

    assert "the store has W1 as a simple product" in take(tmp_path, f"{HEAD}\nvariable,W1,Wine,,\n")[2]


def test_reviews_are_taken_over_once(tmp_path: Path) -> None:
    reviews = tmp_path / "reviews.csv"
    reviews.write_text(
        "product_sku,rating,date,reviewer,review\n"
        "W1,5,2016-08-08 00:50:22,ann,Lovely\nW1,4,2016-08-09,bob,\nW1,6,2016-08-09,cy,\nNONE,4,2016-08-09,bob,\n"
        "W1,4.5,2016-08-09,di,\nW1,4,yesterday,ed,\nW1,4,2016-08-09,,\n"
    )
    for _ in range(2):
        status, summary, errors = take(tmp_path, f"{HEAD}\nsimple,W1,Wine,20,5\n", "--reviews", str(reviews))

    wine = Product.objects.get(sku="W1")
    assert status == 1
    assert "Reviews: 2 unchanged" in summary
    assert [line.partition(", ")[2].split(":")[0] for line in errors.splitlines()] == [
        "line 4, rating",
        "line 6, rating",
        "line 7, date",
        "line 8, reviewer",
        "line 5, product_sku",
    ]
    assert (Review.objects.count(), wine.rating_count, wine.rating_average) == (2, 2, Decimal("4.50"))


def test_a_real_shop_is_taken_over_completely(tmp_path: Path) -> None:
    shop = reference("data/xwines")
    options = ("--images", str(shop), "--reviews", str(shop / "reviews.csv"))
    status, _, errors = run(shop / "products.csv", *options)

    kinds = [Product.objects.filter(kind=kind).count() for kind in ("simple", "variable")]
    variations = Variation.objects.filter(product__kind="variable").count()
    assert (status, errors) == (0, "")
    assert (kinds, variations, Picture.objects.count(), Review.objects.count()) == ([64, 36], 108, 100, 1000)
    assert not Product.objects.filter(picture=None).exists()
    assert "100 unchanged" in run(shop / "products.csv", *options)[1]


def test_the_disk_holds_no_copy_after_an_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    assert take(tmp_path, VARIABLE.format(CHILDREN, ""))[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["products.csv"]
