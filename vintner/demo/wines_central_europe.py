"""Wines of Germany and Hungary."""

from vintner.demo.shapes import Bottle, Wine

WINES = (
    Wine(
        sku="HOL-KABI",
        grower="weingut-hollerbusch",
        name="Riesling Kabinett Blauschiefer",
        colour="White",
        appellation="Mosel",
        grapes=("Riesling",),
        abv="8.5%",
        vintage="2024",
        price="23.00",
        stock=120,
        notes=("green apple", "lime blossom", "slate"),
        pairing=("Thai curry", "Smoked trout", "An empty afternoon"),
        short="Eight and a half per cent, a breath of sweetness, and slate all the way down.",
        text="""The lightest wine of the house and perhaps the hardest to make: the grapes must be ripe, but not one
        day more. The cask decided to stop at forty grams of sugar, which the acidity conceals.

        Green apple, lime blossom and wet slate. Refreshing now, and astonishing in fifteen years.""",
        tags=("Low alcohol", "House favourite"),
        featured=True,
        sold=188,
    ),
    Wine(
        sku="HOL-TROCKEN",
        grower="weingut-hollerbusch",
        name="Riesling Trocken Alte Reben",
        colour="White",
        appellation="Mosel",
        grapes=("Riesling",),
        abv="12%",
        notes=("grapefruit", "white peach", "smoke", "salt"),
        pairing=("Pork belly", "Pike-perch", "Dim sum"),
        short="Dry Riesling from ungrafted vines of 1896, in three vintages.",
        text="""The oldest plot of the estate has never been grafted. It hangs over the river at sixty degrees and can
        be reached by monorail or by prayer.

        Grapefruit, white peach and gun smoke in a narrow, salty frame. The 2021 is the racy one, the 2022 the
        gentle one, the 2023 both at once.""",
        tags=("For the cellar",),
        vintages=(
            Bottle(choice="2023", price="36.00", stock=48),
            Bottle(choice="2022", price="36.00", stock=30),
            Bottle(choice="2021", price="39.00", stock=0),
        ),
        sold=66,
    ),
    Wine(
        sku="HOL-AUSLESE",
        grower="weingut-hollerbusch",
        name="Riesling Auslese Goldkuppe",
        colour="Dessert",
        appellation="Mosel",
        grapes=("Riesling",),
        abv="7.5%",
        vintage="2019",
        size="375 ml",
        price="41.00",
        stock=2,
        notes=("passion fruit", "apricot", "honeycomb", "lime"),
        pairing=("Fruit tart", "Blue cheese", "Goose liver"),
        short="Hand-picked golden berries: a spoonful of autumn, balanced on a knife.",
        text="""Two pickers, one Saturday, the brow of the hill only. Fermentation took until the following August.

        Passion fruit, apricot and honeycomb, and beneath it all an acidity of almost comic freshness.""",
        tags=("Rare", "Low alcohol"),
        sold=22,
        shape="flute",
    ),
    Wine(
        sku="HOL-SEKT",
        grower="weingut-hollerbusch",
        name="Riesling Sekt Brut",
        colour="Sparkling",
        appellation="Mosel",
        grapes=("Riesling",),
        abv="12%",
        vintage="2022",
        price="31.00",
        stock=58,
        notes=("lemon", "green pear", "biscuit"),
        pairing=("Oysters", "Potato pancakes", "New Year's Eve"),
        short="Bottle-fermented, thirty months on the lees, and sharper company than most Champagne.",
        text="""From the coolest plots, picked early and turned by hand on the old desks. Five grams of dosage.

        Lemon and green pear, then biscuit. The bubbles are small and in no hurry.""",
        tags=("Celebration",),
        sale="27.00",
        sold=71,
    ),
    Wine(
        sku="SZA-FURMINT",
        grower="szarvaskut-pince",
        name="Furmint Szarvas-hegy",
        colour="White",
        appellation="Tokaj",
        grapes=("Furmint",),
        abv="13%",
        vintage="2022",
        price="27.00",
        stock=69,
        notes=("pear", "quince", "honeycomb", "volcanic ash"),
        pairing=("Roast carp", "Schnitzel", "Pumpkin risotto"),
        short="Dry Furmint from the upper slope: pear, quince and volcanic smoke.",
        text="""The geologist chose the plot for its rhyolite, the teacher for the view. Fermented in barrels of
        Zemplén oak, a third of them new.

        Ripe pear and quince over something smoky and firm, like the best sort of white Burgundy with a volcano in
        it.""",
        sold=54,
    ),
    Wine(
        sku="SZA-LATE",
        grower="szarvaskut-pince",
        name="Szüret Late Harvest",
        colour="Dessert",
        appellation="Tokaj",
        grapes=("Furmint", "Hárslevelű"),
        abv="11%",
        vintage="2023",
        size="375 ml",
        price="26.00",
        stock=52,
        notes=("lime blossom", "apricot", "acacia honey"),
        pairing=("Apple strudel", "Fresh goat cheese", "Fruit salad"),
        short="The younger sister of Aszú: apricots and lime blossom, sweet and quick on her feet.",
        text="""Whole bunches with some noble rot, pressed without steeping and bottled after one winter.

        Lime blossom, apricot and acacia honey. Uncomplicated joy, in a small bottle.""",
        tags=("Gift",),
        sold=47,
        shape="half",
    ),
    Wine(
        sku="V-BACKORDER",
        grower="szarvaskut-pince",
        name="Tokaji Aszú 5 Puttonyos",
        colour="Dessert",
        appellation="Tokaj",
        grapes=("Furmint", "Hárslevelű"),
        abv="11%",
        vintage="2017",
        size="500 ml",
        price="64.00",
        stock=0,
        backorders="notify",
        notes=("apricot jam", "saffron", "orange blossom", "black tea"),
        pairing=("Foie gras", "Crème caramel", "Roquefort"),
        short="Noble-sweet gold from the 2017 harvest. The next shipment is on the water: order now, we send it then.",
        text="""Ten kilos of shrivelled berries a day for each picker, steeped in dry wine of the same year, pressed
        after two days and left for three years under black mould.

        Apricot jam, saffron and orange blossom, with a thread of black tea. The container left Koper last week.""",
        tags=("Gift", "For the cellar"),
        sold=43,
        shape="half",
    ),
)
