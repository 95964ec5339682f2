"""Wines of Italy."""

from vintner.demo.shapes import Bottle, Wine

WINES = (
    Wine(
        sku="COL-CHIANTI",
        grower="tenuta-colferrato",
        name="Chianti Classico",
        colour="Red",
        appellation="Chianti Classico",
        grapes=("Sangiovese", "Canaiolo"),
        abv="13.5%",
        vintage="2022",
        price="26.00",
        stock=132,
        notes=("sour cherry", "orange peel", "thyme", "iron"),
        pairing=("Pasta al ragù", "Grilled pork", "Pecorino"),
        short="Sour cherry, orange peel and a bite of iron from the highest rows of Radda.",
        text="""Sangiovese of 520 metres, with a little Canaiolo for scent. It ferments in open vats and rests for a
        year in the great casks of the old mill.

        Bright and dry with a savoury middle, and tannin that sharpens the appetite. If you buy one Italian red
        for the house, let it be this.""",
        tags=("Organic", "House favourite"),
        featured=True,
        sold=264,
    ),
    Wine(
        sku="COL-RISERVA",
        grower="tenuta-colferrato",
        name="Chianti Classico Riserva Il Frantoio",
        colour="Red",
        appellation="Chianti Classico Riserva",
        grapes=("Sangiovese",),
        abv="14%",
        notes=("black cherry", "leather", "sage", "cocoa"),
        pairing=("Bistecca", "Wild boar", "Aged pecorino"),
        short="Pure Sangiovese from the plot beside the mill, in magnum for those who plan ahead.",
        text="""Two and a half years in Slavonian oak, then one in bottle, for wine of the oldest vines alone. Only
        made when October is dry.

        Dark cherries, leather and sage, with tannins as fine as flour. The magnum is worth the wait and the
        shelf.""",
        tags=("Organic", "For the cellar"),
        sizes=(
            Bottle(choice="750 ml", price="48.00", stock=45),
            Bottle(choice="1.5 l", price="104.00", stock=8),
        ),
        sold=52,
    ),
    Wine(
        sku="COL-SANTO",
        grower="tenuta-colferrato",
        name="Vin Santo del Chianti Classico",
        colour="Dessert",
        appellation="Vin Santo del Chianti Classico",
        grapes=("Trebbiano", "Malvasia"),
        abv="16%",
        vintage="2014",
        size="375 ml",
        price="52.00",
        stock=11,
        notes=("walnut", "dried fig", "caramel", "orange marmalade"),
        pairing=("Cantucci", "Gorgonzola", "Hazelnut cake"),
        short="Grapes dried under the roof until February, then nine years in sealed chestnut barrels.",
        text="""The barrels stand in the attic, hot in summer, cold in winter, and are opened once. What is left in
        them is a quarter of what went in.

        Walnuts, figs and marmalade, sweet at first and dry at the end. A small glass is a whole dessert.""",
        tags=("For the cellar", "Gift"),
        sold=17,
        shape="half",
    ),
    Wine(
        sku="BRU-LANGHE",
        grower="cascina-brunalda",
        name="Langhe Nebbiolo",
        colour="Red",
        appellation="Langhe",
        grapes=("Nebbiolo",),
        abv="14%",
        vintage="2023",
        price="29.00",
        stock=90,
        notes=("rose", "raspberry", "liquorice"),
        pairing=("Tajarin", "Vitello tonnato", "Mushrooms"),
        short="Nebbiolo for this year, not for the next decade: roses, raspberries and a firm handshake.",
        text="""From the younger vines around Treiso, with a short fermentation and ten months in tank and big wood.

        All the scent of its elder brother, with tannins that let you drink it on a Tuesday.""",
        tags=("House favourite",),
        sold=118,
    ),
    Wine(
        sku="V-LAST3",
        grower="cascina-brunalda",
        name="Barbaresco Serra Nebbia",
        colour="Red",
        appellation="Barbaresco",
        grapes=("Nebbiolo",),
        abv="14.5%",
        vintage="2017",
        price="74.00",
        stock=3,
        notes=("dried rose", "tar", "red cherry", "truffle"),
        pairing=("Braised beef", "White truffle", "Castelmagno"),
        short="The fog ridge in a dry, warm year. These are the last bottles from the estate's own library.",
        text="""Forty-two days under the floating cap, then two years in a single cask. The estate released a few cases
        late, and this is the end of them.

        Dried roses and tar, red cherry and the first breath of truffle, on tannins that have begun to smile.""",
        tags=("For the cellar", "Rare"),
        sold=33,
    ),
    Wine(
        sku="BRU-BARBERA",
        grower="cascina-brunalda",
        name="Barbera d'Alba Vigna dei Castagni",
        colour="Red",
        appellation="Barbera d'Alba",
        grapes=("Barbera",),
        abv="14%",
        vintage="2022",
        price="25.00",
        stock=74,
        notes=("black cherry", "blackberry", "clove"),
        pairing=("Pizza", "Sausages", "Agnolotti"),
        short="Vines of 1946 on chestnut posts: dark fruit, hardly any tannin, an acidity that cuts through anything.",
        text="""The post-war rows have never been wired. Their small crop is picked last, in the second week of
        October, and aged in old barrels for a year.

        Black cherries with a hint of clove, juicy and deep. It makes any pizza better.""",
        sale="21.00",
        sold=140,
    ),
    Wine(
        sku="BRU-MOSCATO",
        grower="cascina-brunalda",
        name="Moscato d'Asti Lucciola",
        colour="Sparkling",
        appellation="Moscato d'Asti",
        grapes=("Moscato Bianco",),
        abv="5%",
        vintage="2025",
        price="18.00",
        stock=110,
        notes=("white peach", "elderflower", "sage blossom"),
        pairing=("Strawberries", "Panettone", "Brunch"),
        short="Barely sparkling, barely alcoholic, wholly delightful. Named for the fireflies of June.",
        text="""The fermentation is stopped by cold when half of the sugar is left, which keeps five per cent of
        alcohol and all of the peaches.

        Elderflower, sage blossom and white peach in a soft foam. For breakfasts that turn into lunches.""",
        tags=("Summer", "Low alcohol"),
        sold=172,
    ),
)
