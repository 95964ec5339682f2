"""Wines of Spain and Portugal."""

from vintner.demo.shapes import Bottle, Wine

_LIBRARY = tuple(
    Bottle(choice=str(year), size=size, price=f"{price}.00", stock=stock)
    for year in range(1995, 2014)
    for size, price, stock in (
        ("750 ml", 64 + 6 * (2013 - year), 0 if year % 7 == 0 else 3 + year % 5),
        ("375 ml", 36 + 3 * (2013 - year), 0 if year % 4 == 1 else 6),
    )
    if size == "750 ml" or year >= 1999
)

WINES = (
    Wine(
        sku="ARR-JOVEN",
        grower="bodegas-arroyolmo",
        name="Siete Vecinos",
        colour="Red",
        appellation="Ribera del Duero",
        grapes=("Tempranillo",),
        abv="14%",
        vintage="2024",
        price="16.50",
        stock=240,
        notes=("blackberry", "liquorice", "violets"),
        pairing=("Tortilla", "Burgers", "Chorizo"),
        short="The seven neighbours' own table wine: four months in wood, gone in an evening.",
        text="""Every founder of the cooperative put in the plot he could spare, and it has been so ever since. Bottled
        early, while it still smells of the harvest.

        Purple, juicy and generous, with violets and a touch of liquorice. Serve it slightly cool, in tumblers.""",
        tags=("House favourite", "Weeknight"),
        featured=True,
        sold=351,
    ),
    Wine(
        sku="ARR-CRIANZA",
        grower="bodegas-arroyolmo",
        name="Crianza La Era",
        colour="Red",
        appellation="Ribera del Duero",
        grapes=("Tempranillo",),
        abv="14.5%",
        vintage="2021",
        price="28.00",
        stock=96,
        notes=("black plum", "vanilla", "roasted coffee"),
        pairing=("Lamb chops", "Black pudding", "Manchego"),
        short="Fourteen months in oak, half of it American: the classic face of the high plateau.",
        text="""From bush vines between forty and seventy years old around the threshing floor that gave the wine its
        name.

        Plums, vanilla and roasted coffee; full, warm and well shaped. It wants a fire, indoors or out.""",
        sale="23.80",
        sold=133,
    ),
    Wine(
        sku="ARR-PREFIL",
        grower="bodegas-arroyolmo",
        name="Viñas Prefiloxéricas",
        colour="Red",
        appellation="Ribera del Duero",
        grapes=("Tempranillo", "Albillo Mayor"),
        abv="14.5%",
        vintage="2019",
        price="92.00",
        stock=14,
        notes=("wild blackberry", "lavender", "graphite", "incense"),
        pairing=("Roast suckling lamb", "Partridge", "Aged sheep's cheese"),
        short="From ungrafted vines planted before 1890, three quarters of an acre in a fold of sand.",
        text="""Phylloxera does not like sand. The old vines give a bunch or two each, red and white together, and the
        whole village comes to pick them in a morning.

        Wild blackberries, lavender and incense, dense and yet weightless. Eleven hundred bottles were filled.""",
        tags=("Rare", "For the cellar"),
        sold=12,
    ),
    Wine(
        sku="ARR-VERDEJO",
        grower="bodegas-arroyolmo",
        name="Verdejo de Vaso",
        colour="White",
        appellation="Rueda",
        grapes=("Verdejo",),
        abv="13%",
        vintage="2025",
        price="15.00",
        stock=180,
        notes=("gooseberry", "fennel", "lime"),
        pairing=("Garlic prawns", "Asparagus", "Ceviche"),
        short="Crisp, herbal and dry, from old bush vines in the gravel of Rueda.",
        text="""Picked at night and fermented cool, with three months on the fine lees to give it some flesh.

        Gooseberry, fennel and lime, with the faintly bitter end that makes Verdejo good company for vegetables.""",
        tags=("Weeknight", "Summer"),
        sold=219,
    ),
    Wine(
        sku="CAN-MANZANILLA",
        grower="bodega-hermanos-cantueso",
        name="Manzanilla Pasada La Ventana",
        colour="Fortified",
        appellation="Manzanilla de Sanlúcar de Barrameda",
        grapes=("Palomino Fino",),
        abv="15%",
        size="500 ml",
        price="24.00",
        stock=64,
        notes=("sea breeze", "almond", "chamomile", "bread dough"),
        pairing=("Olives", "Fried squid", "Jamón ibérico"),
        short="Nine years under flor by an open window. Bone dry, salty, and made for olives.",
        text="""The casks under the western window grow old a little faster, and the family bottles them apart: twice a
        year, without filtering, two butts at a time.

        Sea breeze, almonds and dough, with a bitter little twist. Serve it from the fridge in proper wine
        glasses.""",
        tags=("Aperitif",),
        sold=84,
        shape="half",
    ),
    Wine(
        sku="CAN-AMONTILLADO",
        grower="bodega-hermanos-cantueso",
        name="Amontillado Solera 1883",
        colour="Fortified",
        appellation="Jerez",
        grapes=("Palomino Fino",),
        abv="18.5%",
        size="500 ml",
        price="46.00",
        stock=22,
        notes=("toasted hazelnut", "orange peel", "tobacco", "salt caramel"),
        pairing=("Mushroom soup", "Roast almonds", "Old Gouda"),
        short="Dry, nutty and endless, from a solera that was laid down in 1883.",
        text="""It began under flor, lost it after a decade, and has been breathing through the oak ever since. On
        average the drops in this bottle are thirty years old.

        Hazelnut, orange peel and salt, completely dry. It stays good for a month after opening, in theory.""",
        tags=("Rare", "Gift"),
        sold=26,
        shape="half",
    ),
    Wine(
        sku="CAN-PX",
        grower="bodega-hermanos-cantueso",
        name="Pedro Ximénez Tía Remedios",
        colour="Fortified",
        appellation="Jerez",
        grapes=("Pedro Ximénez",),
        abv="16%",
        size="375 ml",
        price="29.00",
        stock=40,
        notes=("raisin", "molasses", "coffee", "date"),
        pairing=("Vanilla ice cream", "Blue cheese", "Dark chocolate"),
        short="Raisins, dates and coffee, as black as a confession. Pour it over vanilla ice cream.",
        text="""The grapes lie on straw mats in the sun for twelve days, and are turned by hand like bread.

        Thick, dark and perfumed, with enough acidity to make a second spoonful likely. Aunt Remedios took hers
        neat, at eleven.""",
        tags=("Gift",),
        sold=61,
        shape="half",
    ),
    Wine(
        sku="ZIM-TINTO",
        grower="quinta-do-zimbral",
        name="Douro Tinto Muros",
        colour="Red",
        appellation="Douro",
        grapes=("Touriga Nacional", "Touriga Franca", "Tinta Roriz"),
        abv="14%",
        vintage="2021",
        price="22.00",
        stock=108,
        notes=("blueberry", "rock rose", "schist"),
        pairing=("Barbecue", "Rice with duck", "Serra cheese"),
        short="Dry Douro red from behind the mended walls: blueberries, rock rose and hot stone.",
        text="""Three grapes of the port kind, trodden in the same lagares and stopped by nothing. A year in used
        barrels.

        Dark fruit and rock rose with a mineral edge, generous but dry. A percentage goes to the men who mend the
        walls.""",
        tags=("Weeknight",),
        sold=127,
    ),
    Wine(
        sku="ZIM-VELHAS",
        grower="quinta-do-zimbral",
        name="Vinhas Velhas Socalco Alto",
        colour="Red",
        appellation="Douro",
        grapes=("Field blend of 26 varieties",),
        abv="14%",
        vintage="2020",
        price="58.00",
        sale="49.00",
        stock=26,
        notes=("mulberry", "eucalyptus", "black tea", "smoke"),
        pairing=("Roast kid", "Beef cheek", "Hard cheese"),
        short="Twenty-six varieties from one terrace, picked together and trodden together.",
        text="""Nobody has ever managed to name all the vines on the upper terrace; the family stopped at twenty-six.
        What ripens early gives sugar, what ripens late gives nerve.

        Mulberry, black tea and smoke. Complex, grippy, long; five years in a cool place will do it good.""",
        tags=("For the cellar",),
        sold=38,
    ),
    Wine(
        sku="ZIM-TAWNY",
        grower="quinta-do-zimbral",
        name="Tawny Port",
        colour="Fortified",
        appellation="Porto",
        grapes=("Touriga Franca", "Tinta Barroca", "Tinta Amarela"),
        abv="20%",
        notes=("walnut", "dried apricot", "butterscotch"),
        pairing=("Pecan pie", "Crème brûlée", "Stilton"),
        short="Ten, twenty or forty years in the upper lodge. Choose how patient you would like to have been.",
        text="""Wood-aged port from the dry lodge, where the pipes lose three per cent a year. It is bottled to order,
        so that it reaches you fresh.

        The ten is all apricots and toffee, the twenty walnut and orange, the forty dust, spice and silence.""",
        tags=("Gift", "Celebration"),
        featured=True,
        ages=(
            Bottle(choice="10 years", price="34.00", stock=70),
            Bottle(choice="20 years", price="62.00", stock=31),
            Bottle(choice="40 years", price="148.00", stock=5),
        ),
        sold=76,
        shape="port",
    ),
    Wine(
        sku="V-ONEEACH",
        grower="quinta-do-zimbral",
        name="Vintage Port Lagar Grande",
        colour="Fortified",
        appellation="Porto",
        grapes=("Touriga Nacional", "Touriga Franca", "Sousão"),
        abv="20%",
        vintage="2011",
        price="110.00",
        stock=30,
        sold_individually=True,
        notes=("cassis", "violet", "dark chocolate", "mint"),
        pairing=("Stilton", "Walnuts", "Conversation"),
        short="A great year from the large lagar. There is little of it: one bottle to each order.",
        text="""Trodden by twelve pairs of feet over three nights, bottled after two years and left alone since. The
        family's allocation to us was thirty bottles, and we would like them to reach thirty tables.

        Cassis, violets and chocolate with the strength to go on for decades. Stand it upright the day before.""",
        tags=("Rare", "For the cellar"),
        sold=19,
        shape="port",
    ),
    Wine(
        sku="V-LIBRARY",
        grower="quinta-do-zimbral",
        name="Colheita from the Library",
        colour="Fortified",
        appellation="Porto",
        grapes=("Tinta Barroca", "Tinta Roriz", "Touriga Franca"),
        abv="20%",
        notes=("roasted hazelnut", "orange peel", "fig", "tobacco"),
        pairing=("Almond tart", "Aged gouda", "A long evening"),
        short="Single years of tawny, each in its own pipe since the harvest. Find a birthday, or a good excuse.",
        text="""The lodge keeps a pipe or two of every year that deserved it. They are tasted each March, topped up
        with nothing but themselves, and bottled when somebody asks.

        The young ones still have fruit, the old ones have given it up for nuts, peel and spice. Half bottles are
        filled for the years of which enough is left.""",
        tags=("Rare", "Gift"),
        library=_LIBRARY,
        sold=23,
        shape="port",
    ),
)
