"""Wines of France."""

from vintner.demo.shapes import Bottle, Wine

WINES = (
    Wine(
        sku="V-SIMPLE",
        grower="chateau-malvezin-roques",
        name="Les Hauts de Roques",
        colour="Red",
        appellation="Fronsac",
        grapes=("Merlot", "Cabernet Franc"),
        abv="14%",
        vintage="2020",
        price="24.00",
        stock=100_000,
        notes=("black plum", "violet", "cedar", "wet stone"),
        pairing=("Roast lamb", "Duck breast", "Hard cheese"),
        short="The sisters' everyday claret: plums, violets and the cool chalk of the Fronsac plateau.",
        text="""The second label in name only. It comes from the same limestone as the grand vin, from vines of ten to
        twenty-five years, and spends fourteen months in barrels that have seen three vintages before.

        Ripe without being heavy, it smells of plums and violets, tightens over chalky tannin and finishes with a
        trace of cedar. Open it an hour before dinner, or leave it lying until 2030.""",
        tags=("Organic", "House favourite"),
        featured=True,
        sold=412,
    ),
    Wine(
        sku="MAL-GV",
        grower="chateau-malvezin-roques",
        name="Château Malvezin-Roques",
        colour="Red",
        appellation="Canon-Fronsac",
        grapes=("Merlot", "Cabernet Franc", "Malbec"),
        abv="14.5%",
        notes=("blackberry", "graphite", "tobacco leaf", "iron"),
        pairing=("Rib of beef", "Venison", "Mushroom risotto"),
        short="The grand vin of the plateau, in four vintages from the cellar, each with a face of its own.",
        text="""Six plots around the house, planted between 1948 and 1994, picked over twelve days and fermented in the
        grandfather's concrete. A third of the barrels is new, and blending takes place in March with the windows
        open.

        Blackberry and graphite at first, then tobacco and something of rust and orange peel. The 2018 is broad
        and sunny, the 2019 the most complete, the 2020 built to last and the 2016 ready now.""",
        tags=("Organic", "For the cellar"),
        vintages=(
            Bottle(choice="2020", price="46.00", stock=60),
            Bottle(choice="2019", price="49.00", stock=41),
            Bottle(choice="2018", price="52.00", stock=24),
            Bottle(choice="2016", price="68.00", stock=6),
        ),
        sold=87,
    ),
    Wine(
        sku="MAL-CLAIRET",
        grower="chateau-malvezin-roques",
        name="Clairet de Printemps",
        colour="Rosé",
        appellation="Bordeaux Clairet",
        grapes=("Cabernet Franc", "Merlot"),
        abv="12.5%",
        vintage="2025",
        price="17.50",
        stock=72,
        notes=("redcurrant", "raspberry leaf", "blood orange"),
        pairing=("Charcuterie", "Grilled tuna", "Tomato tart"),
        short="Between rosé and red, as Bordeaux drank it for centuries. Serve it cool, with everything.",
        text="""Twenty hours on the skins give this wine the color of redcurrant jelly and just enough grip for food.
        It is bottled in March, after one winter in tank.

        Crisp, dry and bright, with raspberry leaf and blood orange. It is the bottle that is empty first at every
        table we have put it on.""",
        tags=("Organic", "Summer"),
        sale="14.90",
        sold=166,
        shape="bordeaux",
    ),
    Wine(
        sku="PER-BLANC",
        grower="domaine-perrachaud",
        name="Bourgogne Blanc Les Grands Champs",
        colour="White",
        appellation="Bourgogne",
        grapes=("Chardonnay",),
        abv="13%",
        vintage="2023",
        price="32.00",
        stock=96,
        notes=("lemon curd", "hazelnut", "white flowers"),
        pairing=("Roast chicken", "Trout with almonds", "Comté"),
        short="Village-quality Chardonnay from a plot that lies six yards outside the village line.",
        text="""The line of the appellation runs along a cart track, and Les Grands Champs lies on the wrong side of
        it. The vines are 52 years old and care nothing for maps.

        Lemon curd and hazelnut, a line of salt and a calm, long finish. Eighteen months in old barrels have given
        it roundness and no taste of wood.""",
        tags=("Biodynamic", "House favourite"),
        featured=True,
        sold=231,
    ),
    Wine(
        sku="PER-STAUBIN",
        grower="domaine-perrachaud",
        name="Saint-Aubin Premier Cru Sous la Roche",
        colour="White",
        appellation="Saint-Aubin Premier Cru",
        grapes=("Chardonnay",),
        abv="13.5%",
        vintage="2022",
        price="68.00",
        stock=18,
        notes=("citrus oil", "flint", "acacia", "toasted almond"),
        pairing=("Lobster", "Turbot", "Veal in cream"),
        short="Steep, stony and east-facing: the most serious white of the house, in five barrels a year.",
        text="""The plot is so steep that Quetsche, the mare, ploughs it from the side. The soil is hardly there at
        all: a hand of white rubble over rock.

        A smell of struck flint and citrus oil, then acacia and almonds as it warms. Tightly wound in its youth.
        Use large glasses and do not serve it too cold.""",
        tags=("Biodynamic", "For the cellar"),
        sold=39,
    ),
    Wine(
        sku="V-VINTAGES",
        grower="domaine-perrachaud",
        name="Givry Rouge Clos du Marronnier",
        colour="Red",
        appellation="Givry Premier Cru",
        grapes=("Pinot Noir",),
        abv="13%",
        notes=("sour cherry", "rose hip", "undergrowth", "white pepper"),
        pairing=("Coq au vin", "Quail", "Époisses"),
        short="A walled acre of Pinot Noir with a chestnut tree in its corner, from four very different summers.",
        text="""The wall keeps the warmth of the afternoon, so this plot is picked first of all the reds. A third of
        the grapes goes in as whole bunches, and the cap is pushed down by foot.

        Sour cherry and rose hip, with the peppery lift of the stems and tannins like raw silk. The 2022 is
        generous, the 2021 slender and fragrant, the 2020 dark, the 2019 at its first peak.""",
        tags=("Biodynamic",),
        featured=True,
        vintages=(
            Bottle(choice="2022", price="44.00", stock=120, abv="13.5%", notes=("ripe cherry", "rose hip", "cinnamon")),
            Bottle(
                choice="2021", price="42.00", stock=84, abv="12.5%", notes=("cranberry", "rose petal", "white pepper")
            ),
            Bottle(choice="2020", price="48.00", stock=60, notes=("black cherry", "undergrowth", "white pepper")),
            Bottle(choice="2019", price="54.00", stock=12, notes=("sour cherry", "dried rose", "forest floor")),
        ),
        sold=148,
    ),
    Wine(
        sku="PER-ALIGOTE",
        grower="domaine-perrachaud",
        name="Bouzeron Aligoté",
        colour="White",
        appellation="Bouzeron",
        grapes=("Aligoté",),
        abv="12.5%",
        vintage="2024",
        price="26.00",
        stock=54,
        notes=("green apple", "lemon zest", "oyster shell"),
        pairing=("Oysters", "Fresh goat cheese", "Parsley ham"),
        short="Old golden Aligoté, all apples and oyster shell. The cellar hands drink this one.",
        text="""Golden Aligoté, the small-berried kind, planted by the founder in 1938 on the coldest slope he had. It
        is pressed slowly and kept in a single cask of 2,200 litres.

        Green apple, lemon zest and a salty snap at the end. It needs nothing but a dozen oysters, and can do
        without them.""",
        tags=("Biodynamic", "With oysters"),
        sold=75,
    ),
    Wine(
        sku="TUF-SAUMUR",
        grower="domaine-de-la-tuffeliere",
        name="Saumur Blanc La Cave Haute",
        colour="White",
        appellation="Saumur",
        grapes=("Chenin Blanc",),
        abv="13%",
        vintage="2022",
        price="29.00",
        stock=66,
        notes=("quince", "chamomile", "beeswax", "chalk"),
        pairing=("Pork with prunes", "Scallops", "Aged goat cheese"),
        short="Dry Chenin that smells of quince and chamomile, and of the white caves it grew up in.",
        text="""Three pickings, three fermentations, fifteen months on the lees in barrels of ten years and more. The
        cave does the rest: it is never warmer than eleven degrees.

        Broad and dry, it moves from quince to beeswax and ends in cool chalk. It will be better in five years,
        which we say without hope of being heard.""",
        tags=("Organic",),
        sold=93,
    ),
    Wine(
        sku="TUF-CHINON",
        grower="domaine-de-la-tuffeliere",
        name="Saumur-Champigny Les Poyeux d'Antan",
        colour="Red",
        appellation="Saumur-Champigny",
        grapes=("Cabernet Franc",),
        abv="13%",
        vintage="2022",
        price="27.50",
        stock=80,
        notes=("raspberry", "pencil shavings", "bay leaf"),
        pairing=("Steak frites", "Lentils", "Saint-Nectaire"),
        short="Cabernet Franc with a cool head: raspberries, bay leaf and a blackboard's worth of chalk.",
        text="""From sandy chalk above the Loire, on vines of 45 years. The berries are destemmed whole and steeped
        rather than pressed about, as one would make tea.

        Lively and dry with a smell of raspberries and pencil shavings. Give it a quarter of an hour in the fridge
        in summer, and none in winter.""",
        tags=("Organic",),
        sale="22.50",
        sold=121,
    ),
    Wine(
        sku="TUF-LAYON",
        grower="domaine-de-la-tuffeliere",
        name="Coteaux du Layon Vieilles Vignes",
        colour="Dessert",
        appellation="Coteaux du Layon",
        grapes=("Chenin Blanc",),
        abv="11.5%",
        vintage="2018",
        size="500 ml",
        price="38.00",
        stock=15,
        notes=("apricot", "honey", "candied ginger", "verbena"),
        pairing=("Tarte Tatin", "Roquefort", "Foie gras"),
        short="Golden, honeyed and never sticky, from a golden October that people on the Layon still talk about.",
        text="""Botrytis came in the second week of October and stayed. Five passes were made through the rows, the
        last one on All Saints' Day in gloves.

        Apricot and candied ginger over an acidity that cleans the whole thing up. One bottle serves eight, in
        theory.""",
        tags=("Organic", "For the cellar"),
        low_at=20,
        sold=28,
        shape="half",
    ),
    Wine(
        sku="VAU-BRUT",
        grower="champagne-vauclerc-moreil",
        name="Brut Réserve Perpétuelle",
        colour="Sparkling",
        appellation="Champagne",
        grapes=("Chardonnay", "Pinot Meunier"),
        abv="12%",
        notes=("brioche", "yellow apple", "lemon", "chalk"),
        pairing=("Gougères", "Fried chicken", "Sushi"),
        short="The house Champagne, with a little of every harvest since 1988 in each glass. Three bottle sizes.",
        text="""Half of it is one year, half is all the years before: the reserve is drawn down and filled up each
        spring, and has never been emptied. Thirty-six months on the lees, four grams of dosage.

        Brioche and yellow apple, small soft bubbles, and the dry chalky end for which one pours the second glass.
        The magnum ages more slowly and makes a better entrance.""",
        tags=("Grower Champagne", "Celebration"),
        featured=True,
        sizes=(
            Bottle(choice="375 ml", price="31.00", stock=30),
            Bottle(choice="750 ml", price="54.00", stock=144),
            Bottle(choice="1.5 l", price="118.00", stock=9),
        ),
        sold=203,
    ),
    Wine(
        sku="VAU-BDB",
        grower="champagne-vauclerc-moreil",
        name="Blanc de Blancs Grand Cru Extra Brut",
        colour="Sparkling",
        appellation="Champagne Grand Cru",
        grapes=("Chardonnay",),
        abv="12%",
        vintage="2016",
        price="89.00",
        stock=21,
        notes=("grapefruit pith", "hawthorn", "oyster shell", "almond croissant"),
        pairing=("Oysters", "Turbot", "Parmesan"),
        short="Pure Chardonnay from chalk, seven years on its lees and as dry as it looks.",
        text="""Two plots of 1959 in the heart of the Côte des Blancs. It was disgorged this spring after seven years
        in the dark, and topped up with nothing but itself.

        Grapefruit pith, hawthorn and almond croissant in one breath. There is no sugar to lean on, and none is
        missed.""",
        tags=("Grower Champagne", "For the cellar"),
        sold=31,
    ),
    Wine(
        sku="VAU-ROSE",
        grower="champagne-vauclerc-moreil",
        name="Rosé de Saignée Brut",
        colour="Sparkling",
        appellation="Champagne",
        grapes=("Pinot Noir", "Pinot Meunier"),
        abv="12.5%",
        price="62.00",
        stock=36,
        notes=("wild strawberry", "blood orange", "rose", "spice"),
        pairing=("Salmon", "Duck", "Red berry tart"),
        short="Colored by its own skins, not by added red: a Champagne for the table.",
        text="""Most pink Champagne is white with a dash of red. This one is steeped overnight on its skins, like a
        true rosé, and has the color and the appetite of one.

        Wild strawberries, blood orange and spice, dry and vinous. Serve it in white wine glasses with the main
        course.""",
        tags=("Grower Champagne", "Celebration"),
        sale="54.00",
        sold=58,
    ),
    Wine(
        sku="V-BULK",
        grower="mas-des-cigalieres",
        name="Rosé des Pins",
        colour="Rosé",
        appellation="Côtes de Provence",
        grapes=("Grenache", "Cinsault", "Rolle"),
        abv="12.5%",
        vintage="2025",
        price="19.00",
        stock=600,
        notes=("white peach", "wild thyme", "pink grapefruit"),
        pairing=("Grilled fish", "Salade niçoise", "Soft cheese"),
        short="Pale, dry and faintly herbal. Cheaper by the half case, because one is never enough.",
        text="""Picked between five and ten in the morning and pressed as whole bunches, so gently that it takes until
        noon. The pale color is not a fashion here but an hour of the day.

        White peach and pink grapefruit with a breath of thyme from the terraces. Three bottles or more cost ten
        per cent less, six or more twenty.""",
        tags=("Summer", "House favourite", "By the case"),
        featured=True,
        sold=388,
    ),
    Wine(
        sku="CIG-BANDOL",
        grower="mas-des-cigalieres",
        name="Bandol Rouge La Bergerie",
        colour="Red",
        appellation="Bandol",
        grapes=("Mourvèdre", "Grenache"),
        abv="14.5%",
        vintage="2019",
        price="47.00",
        stock=33,
        notes=("blackberry", "bay laurel", "leather", "cocoa"),
        pairing=("Daube", "Leg of lamb", "Olive tapenade"),
        short="Mourvèdre from the old sheep terraces: dark, warm, and smelling of the hillside at noon.",
        text="""Ninety per cent Mourvèdre, two years in big casks, one more in bottle. The shepherd's hut is on the
        label, or what the wind has left of it.

        Blackberries, bay and leather, with tannins that ask for a slow dish. Decant it in the afternoon, and put
        it next to the stove.""",
        tags=("For the cellar",),
        sold=44,
        shape="bordeaux",
    ),
    Wine(
        sku="CIG-ROLLE",
        grower="mas-des-cigalieres",
        name="Rolle de la Calanque",
        colour="White",
        appellation="Côtes de Provence",
        grapes=("Rolle",),
        abv="13%",
        vintage="2024",
        price="23.00",
        stock=0,
        notes=("pear", "fennel", "sea salt"),
        pairing=("Sea bass", "Aïoli", "Courgette flowers"),
        short="Pear, fennel and sea spray, and gone in a fortnight each spring. The next lot is on its way.",
        text="""Eleven rows of Rolle stand on the terrace nearest to the sea, and there is no room for a twelfth.

        Ripe pear, fennel seed and a salty finish. When it is sold out you may order it all the same: we send it
        as soon as the pallet arrives from the estate.""",
        tags=("Summer",),
        backorders="yes",
        sold=97,
    ),
)
