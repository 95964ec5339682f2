"""People of the demo world. Their passwords are for everyone to read: they exist in the demo alone."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeAddress:
    """Where someone lives, by the names of the checkout's fields."""

    first_name: str
    last_name: str
    address_1: str
    city: str
    state: str
    postcode: str
    country: str
    phone: str
    company: str = ""
    address_2: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPerson:
    """Someone who shops or works here. Without a password there is no account."""

    email: str
    address: HomeAddress
    password: str = ""
    manager: bool = False


CUSTOMER = DemoPerson(
    email="nora@example.com",
    password="riesling-and-rain-26",  # noqa: S106 - printed for whoever tries the demo
    address=HomeAddress(
        first_name="Nora",
        last_name="Lindqvist",
        address_1="418 Alder Street",
        address_2="Apt 3",
        city="Berkeley",
        state="CA",
        postcode="94703",
        country="US",
        phone="(510) 555-0142",
    ),
)
GUEST = DemoPerson(
    email="theo@example.com",
    address=HomeAddress(
        first_name="Theo",
        last_name="Marchetti",
        address_1="77 Perry Street",
        city="New York",
        state="NY",
        postcode="10014",
        country="US",
        phone="(212) 555-0187",
    ),
)
CANADIAN_GUEST = DemoPerson(
    email="odile@example.com",
    address=HomeAddress(
        first_name="Odile",
        last_name="Fraser",
        address_1="2210 Yew Street",
        city="Vancouver",
        state="BC",
        postcode="V6K 3G2",
        country="CA",
        phone="(604) 555-0119",
    ),
)
MANAGER = DemoPerson(
    email="manager@example.com",
    password="cellar-keys-on-the-hook-26",  # noqa: S106 - printed for whoever tries the demo
    manager=True,
    address=HomeAddress(
        first_name="Imogen",
        last_name="Castellane",
        address_1="1200 Valencia Street",
        city="San Francisco",
        state="CA",
        postcode="94110",
        country="US",
        phone="(415) 555-0103",
    ),
)

REVIEWERS = (
    "Amara O.", "Anders L.", "Beatriz M.", "Ben K.", "Camille R.", "Carla V.", "Chidi A.", "Dagmar W.", "Darius P.",
    "Delia F.", "Edwin T.", "Elif Y.", "Emeka N.", "Fiona G.", "Florian S.", "Gita R.", "Grace H.", "Hana B.",
    "Henrik J.", "Ines C.", "Isaac D.", "Jonas E.", "Joy W.", "Kamala S.", "Kenji T.", "Lale D.", "Leo B.", "Lucia P.",
    "Malik J.", "Maren K.", "Marguerite L.", "Mateo G.", "Mei L.", "Miriam Z.", "Nadia H.", "Noel V.", "Oona S.",
    "Otis M.", "Paloma R.", "Pavel N.", "Priya K.", "Quentin A.", "Rafael O.", "Rosalind T.", "Ruth E.", "Samir B.",
    "Sigrid N.", "Soledad V.", "Tamsin Q.", "Tariq F.", "Thea M.", "Tomas H.", "Ursula G.", "Vera I.", "Wendell C.",
    "Willa J.", "Xenia P.", "Yusuf A.", "Zadie L.", "Zoran K.",
)  # fmt: skip
