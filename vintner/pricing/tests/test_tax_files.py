"""Tax rates come and go as CSV files in the columns of other shops."""

import csv
import io
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from vintner.customers.models import User
from vintner.pricing import books, tax_files
from vintner.pricing.models import TaxRate
from vintner.pricing.rules.taxes import rates_for
from vintner.shipping.rules import Place
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db

HEADING = "Country code,State code,Postcode / ZIP,City,Rate %,Tax name,Priority,Compound,Shipping,Tax class\n"
GOOD = (
    HEADING
    + "US,CA,*,*,7.2500,CA Tax,1,0,1,\n"
    + "us,ca,94110;941*;90001...90099,San Francisco;OAKLAND,8.6250,SF Tax,1,0,1,Standard\n"
    + 'CA,QC,,,9.975,"QST, Québec",2,1,0,reduced-rate\n'
    + "\n"
    + "*,*,*,*,0,None,3,0,0,zero-rate\n"
)
SAN_FRANCISCO = ("US", "CA", "94110;941*;90001...90099", "SAN FRANCISCO;OAKLAND")


def rows() -> list[tuple[str, str, str, str, Decimal, str, int, bool, bool, str]]:
    names = ("country", "state", "postcodes", "cities", "percent", "name", "priority", "compound", "on_shipping")
    return list(TaxRate.objects.order_by("priority", "id").values_list(*names, "tax_class"))


def test_a_file_is_taken_over() -> None:
    assert tax_files.take_over("\ufeff" + GOOD) == tax_files.Imported(added=4, changed=0, removed=0)
    assert rows() == [
        ("US", "CA", "", "", Decimal("7.25"), "CA Tax", 1, False, True, "standard"),
        (*SAN_FRANCISCO, Decimal("8.625"), "SF Tax", 1, False, True, "standard"),
        ("CA", "QC", "", "", Decimal("9.975"), "QST, Québec", 2, True, False, "reduced-rate"),
        ("", "", "", "", Decimal(0), "None", 3, False, False, "zero-rate"),
    ]


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_file_of_a_spreadsheet_that_parts_cells_otherwise(separator: str) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(csv.reader(io.StringIO(GOOD)))
    assert tax_files.take_over("\ufeff" + out.getvalue()).added == 4
    ids = set(TaxRate.objects.values_list("id", flat=True))
    assert tax_files.take_over(GOOD) == tax_files.Imported(added=0, changed=0, removed=0)
    assert set(TaxRate.objects.values_list("id", flat=True)) == ids


def test_states_are_known_by_their_names() -> None:
    tax_files.take_over(
        f"{HEADING}CA,Québec,,,5,GST,1,0,1,\nUS,Washington DC,,,6,DC Tax,1,0,1,\nPR,PR,,,7,IVU,1,0,1,\n"
    )
    assert set(TaxRate.objects.values_list("country", "state")) == {("CA", "QC"), ("US", "DC"), ("US", "PR")}


def test_a_territory_that_a_row_names_as_a_country_has_one_rate() -> None:
    TaxRate.objects.create(country="PR", percent="11.5", name="IVU")
    assert tax_files.take_over(f"{HEADING}PR,,,,5,IVU,1,0,1,\n") == tax_files.Imported(added=0, changed=1, removed=0)
    assert tax_files.take_over(f"{HEADING}US,PR,,,6,IVU,1,0,1,\n") == tax_files.Imported(added=0, changed=1, removed=0)
    there = rates_for(books.load().tax_rates, Place(country="US", state="PR"), "standard")
    assert [rate.percent for rate in there] == [Decimal(6)]


def test_the_same_file_again_changes_nothing() -> None:
    tax_files.take_over(GOOD)
    ids = set(TaxRate.objects.values_list("id", flat=True))
    assert tax_files.take_over(GOOD) == tax_files.Imported(added=0, changed=0, removed=0)
    assert tax_files.take_over(GOOD.replace("7.2500", "7.5")).changed == 1
    assert set(TaxRate.objects.values_list("id", flat=True)) == ids


def test_what_is_written_out_is_what_was_read() -> None:
    tax_files.take_over(GOOD)
    written = tax_files.write(list(TaxRate.objects.all()))
    before = rows()
    TaxRate.objects.all().delete()
    tax_files.take_over(written)
    assert rows() == before
    assert written.splitlines()[1] == "US,CA,*,*,7.2500,CA Tax,1,0,1,"


def test_no_cell_of_a_file_is_run_by_a_spreadsheet() -> None:
    TaxRate.objects.create(name='=HYPERLINK("https://evil.example")', cities="@LAREDO", percent=1)
    written = tax_files.write(list(TaxRate.objects.all()))
    assert written.splitlines()[1] == """*,*,*,'@LAREDO,1.0000,"'=HYPERLINK(""https://evil.example"")",1,0,1,"""
    before = rows()
    TaxRate.objects.all().delete()
    tax_files.take_over(written)
    assert rows() == before


def test_a_file_may_replace_all_rates() -> None:
    TaxRate.objects.create(name="Old", percent=1)
    tax_files.take_over(GOOD)
    assert TaxRate.objects.filter(name="Old").exists()
    assert tax_files.take_over(GOOD, replace=True).removed == 1


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("US,CA,*,*,7.25", "It has 5 cells, not 10."),
        ("US,CA,*,*,much,Tax,1,0,1,", "“much” is no percentage"),
        ("US,CA,*,*,NaN,Tax,1,0,1,", "“NaN” is no percentage"),
        ("US,CA,*,*,-1,Tax,1,0,1,", "percent: "),
        ("US,CA,*,*,100.5,Tax,1,0,1,", "percent: "),
        ("US,CA,*,*,7.12345,Tax,1,0,1,", "percent: "),
        ("USA,CA,*,*,7,Tax,1,0,1,", "country: "),
        ("XX,*,*,*,7,Tax,1,0,1,", "country: There is no country 'XX'."),
        ("US,ZZ,*,*,7,Tax,1,0,1,", "state: There is no state 'ZZ' in the United States."),
        ("DE,BAY,*,*,7,Tax,1,0,1,", "state: Addresses in Germany name no state"),
        ("*,CA,*,*,7,Tax,1,0,1,", "state: Name the state's country too."),
        ("US,CA,90099...90001,*,7,Tax,1,0,1,", "postcodes: “90099...90001” goes from nowhere"),
        ("US,CA,*,*,7,Tax,first,0,1,", "“first” is no priority"),
        ("US,CA,*,*,7,Tax,0,0,1,", "priority: "),
        ("US,CA,*,*,7,Tax,1,perhaps,1,", "Compound must be 1 or 0"),
        ("US,CA,*,*,7,Tax,1,0,1,luxury", "There is no tax class “luxury”."),
        ("US,CA,*,*,8,CA Tax,1,0,1,", "The same rate stands in a line before."),
    ],
)
def test_a_bad_line_is_told_with_its_number_and_nothing_is_taken_over(line: str, problem: str) -> None:
    with pytest.raises(tax_files.BadFile) as bad:
        tax_files.take_over(HEADING + "US,CA,*,*,7.25,CA Tax,1,0,1,\n" + line + "\n")
    [told] = bad.value.lines
    assert told.number == 3
    assert told.problem.startswith(problem)
    assert not TaxRate.objects.exists()


@pytest.mark.parametrize(
    ("text", "number", "problem"),
    [
        ("", 1, "The columns must be"),
        ("Country code;State code\n", 1, "The columns must be"),
        (HEADING + 'US,"CA\n', 2, "This is not CSV"),
    ],
)
def test_what_is_no_such_file(text: str, number: int, problem: str) -> None:
    with pytest.raises(tax_files.BadFile) as bad:
        tax_files.take_over(text)
    assert (bad.value.lines[0].number, bad.value.lines[0].problem.startswith(problem)) == (number, True)


def test_rates_from_a_file_count_where_they_should() -> None:
    tax_files.take_over(GOOD)
    rates = books.load().tax_rates
    mission = Place(country="US", state="CA", postcode="94110-1234", city="san francisco")
    assert [rate.name for rate in rates_for(rates, mission, "standard")] == ["SF Tax"]
    los_angeles = Place(country="US", state="CA", postcode="90012", city="Los Angeles")
    assert [rate.name for rate in rates_for(rates, los_angeles, "standard")] == ["CA Tax"]


def file(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("rates.csv", text.encode(), "text/csv")


def test_staff_send_and_fetch_files_in_the_admin(staff: Client) -> None:
    listing = reverse("admin:pricing_taxrate_changelist")
    address = reverse("admin:pricing_taxrate_take_over")
    assert address in staff.get(listing).content.decode()
    answer = staff.post(address, {"file": file(GOOD)}, follow=True)
    assert "4 added, 0 changed, 0 removed" in answer.content.decode()
    fetched = staff.get(reverse("admin:pricing_taxrate_export"))
    assert fetched["Content-Type"].startswith("text/csv")
    assert "SF Tax" in fetched.content.decode()


def test_staff_read_what_is_wrong_with_a_file(staff: Client) -> None:
    answer = staff.post(reverse("admin:pricing_taxrate_take_over"), {"file": file(HEADING + "US,CA\n")})
    assert "Line 2: It has 2 cells, not 10." in answer.content.decode()
    answer = staff.post(
        reverse("admin:pricing_taxrate_take_over"), {"file": SimpleUploadedFile("rates.csv", b"\xff\xfe")}
    )
    assert "must be in UTF-8" in answer.content.decode()


def test_who_may_only_look_takes_nothing_over() -> None:
    looker = User.objects.create_user("looker@example.com", "a long enough password", is_staff=True)
    client = Client()
    client.force_login(looker)
    assert client.post(reverse("admin:pricing_taxrate_take_over"), {"file": file(GOOD)}).status_code in (302, 403)
    assert not TaxRate.objects.exists()


def test_a_rate_is_typed_in_and_kept_one_way(staff: Client) -> None:
    fields = {"name": "SF Tax", "percent": "8.625", "tax_class": "standard", "country": "us", "state": "ca"}
    fields |= {"postcodes": "94110\r\n941*", "cities": "San Francisco", "priority": "1", "on_shipping": "on"}
    assert staff.post(reverse("admin:pricing_taxrate_add"), fields).status_code == 302
    rate = TaxRate.objects.get()
    assert (rate.country, rate.postcodes, rate.cities) == ("US", "94110;941*", "SAN FRANCISCO")
    refused = staff.post(reverse("admin:pricing_taxrate_add"), {**fields, "postcodes": "94**"})
    assert "names no ZIP or postal codes" in refused.content.decode()


@pytest.mark.parametrize(
    ("country", "state", "stored"),
    [("Germany", "", ("DE", "")), ("US", "California", ("US", "CA")), ("CA", "québec", ("CA", "QC"))],
)
def test_places_are_typed_by_name_or_code(staff: Client, country: str, state: str, stored: tuple[str, str]) -> None:
    page = staff.get(reverse("admin:pricing_taxrate_add")).content.decode()
    fields = read_form(page, "taxrate_form") | {"name": ["VAT"], "percent": ["19"], "country": [country]}
    assert staff.post(reverse("admin:pricing_taxrate_add"), fields | {"state": [state]}).status_code == 302
    assert TaxRate.objects.values_list("country", "state").get() == stored


@pytest.mark.parametrize(
    ("country", "state", "problem"),
    [
        ("XX", "", "There is no country &#x27;XX&#x27;."),
        ("US", "Bavaria", "There is no state &#x27;Bavaria&#x27; in the United States."),
        ("DE", "Bayern", "Addresses in Germany name no state: leave it blank for the whole country."),
        ("MX", "B.C.S.", "The states of Mexico cannot be named here: leave it blank for the whole country."),
        ("", "CA", "Name the state&#x27;s country too."),
    ],
)
def test_a_place_that_there_is_not_is_refused(staff: Client, country: str, state: str, problem: str) -> None:
    page = staff.get(reverse("admin:pricing_taxrate_add")).content.decode()
    fields = read_form(page, "taxrate_form") | {"name": ["VAT"], "percent": ["19"], "country": [country]}
    refused = staff.post(reverse("admin:pricing_taxrate_add"), fields | {"state": [state]})
    assert problem in refused.content.decode()
    assert not TaxRate.objects.exists()


def test_a_stored_rate_of_no_country_opens_and_is_not_saved_again(staff: Client) -> None:
    rate = TaxRate.objects.create(name="Old", percent=5, country="XX")
    address = reverse("admin:pricing_taxrate_change", args=[rate.pk])
    fields = read_form(staff.get(address).content.decode(), "taxrate_form")
    assert fields["country"] == ["XX"]
    assert "There is no country" in staff.post(address, fields).content.decode()
