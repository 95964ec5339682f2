"""Wines of South Africa and New Zealand."""

from vintner.demo.shapes import Bottle, Wine

WINES = (
    Wine(
        sku="PLO-CHENIN",
        grower="ploegskaar",
        name="Bosstok Chenin Blanc",
        colour="White",
        appellation="Swartland",
        grapes=("Chenin Blanc",),
        abv="13%",
        vintage="2024",
        price="21.00",
        stock=126,
        notes=("yellow plum", "oat straw", "lemon pith"),
        pairing=("Roast chicken", "Butternut squash", "Mussels"),
        short="Bush-vine Chenin of 1965, dry-grown on granite. Yellow plum, straw and a good deal of nerve.",
        text="""The vines stand like candelabra in the wheat and are ploughed once, in August. Pressed in a basket,
        fermented in barrels from the shed.

        Yellow plum and oat straw over lemon pith. There is a lot of wine here for the money.""",
        tags=("Old vines", "House favourite"),
        featured=True,
        sold=149,
    ),
    Wine(
        sku="PLO-CINSAULT",
        grower="ploegskaar",
        name="Klipgruis Cinsault",
        colour="Red",
        appellation="Swartland",
        grapes=("Cinsault",),
        abv="12.5%",
        vintage="2024",
        price="22.00",
        stock=70,
        notes=("strawberry", "pomegranate", "fynbos"),
        pairing=("Grilled prawns", "Pork ribs", "Picnics"),
        short="As pale as Pinot, as easy as lemonade, and a good deal more interesting. Serve it cool.",
        text="""Half of the bunches are left whole and the cap is wetted once a day, more as tea is made than wine.

        Strawberry and pomegranate with the resinous smell of the hillside. Put it on ice with a clear conscience.""",
        tags=("Old vines", "Summer"),
        sold=98,
    ),
    Wine(
        sku="PLO-SYRAH",
        grower="ploegskaar",
        name="Perdekop Syrah",
        colour="Red",
        appellation="Swartland",
        grapes=("Syrah",),
        abv="13.5%",
        notes=("olive", "black pepper", "blueberry", "smoked meat"),
        pairing=("Braai", "Lamb shoulder", "Black beans"),
        short="Granite Syrah that smells of olives and pepper. Two vintages, the younger of them in magnum soon.",
        text="""From the hill where the horses used to stand. A third of stems, three weeks on skins, sixteen months in
        a single old foudre.

        Olives, pepper and blueberries; cool, savoury and rather northern for so far south.""",
        vintages=(
            Bottle(choice="2023", price="34.00", stock=40),
            Bottle(choice="2022", price="36.00", stock=18),
        ),
        sold=49,
    ),
    Wine(
        sku="PLO-STROOI",
        grower="ploegskaar",
        name="Strooiwyn",
        colour="Dessert",
        appellation="Swartland",
        grapes=("Chenin Blanc",),
        abv="11%",
        vintage="2022",
        size="375 ml",
        price="32.00",
        stock=24,
        notes=("dried pineapple", "honey", "rooibos"),
        pairing=("Malva pudding", "Cheddar", "Ginger biscuits"),
        short="Chenin dried on wheat straw until it is half raisin. Pineapple, honey and rooibos.",
        text="""The neighbour's straw, our grapes, three weeks in the shade of the shed. Pressed slowly in the basket
        and fermented for nine months.

        Dried pineapple, honey and rooibos, with the grip of a proper wine.""",
        tags=("Gift",),
        sold=20,
        shape="half",
    ),
    Wine(
        sku="TUS-PINOT",
        grower="tussock-line",
        name="Woolshed Pinot Noir",
        colour="Red",
        appellation="Bannockburn",
        grapes=("Pinot Noir",),
        abv="13.5%",
        vintage="2023",
        price="39.00",
        stock=78,
        notes=("dark cherry", "wild thyme", "clove"),
        pairing=("Venison", "Beetroot", "Roast duck"),
        short="Dark cherries and the wild thyme that covers the hills. Central Otago at its most open-handed.",
        text="""Blended from six plots around the old woolshed. A fifth of whole bunches and eleven months in barrel.

        Dark cherry, thyme and clove, with a soft middle and a cool finish.""",
        tags=("House favourite",),
        sold=112,
    ),
    Wine(
        sku="TUS-SNOWLINE",
        grower="tussock-line",
        name="Snowline Pinot Noir",
        colour="Red",
        appellation="Central Otago",
        grapes=("Pinot Noir",),
        abv="13%",
        vintage="2021",
        price="72.00",
        stock=16,
        low_at=18,
        notes=("morello cherry", "violet", "schist", "blood orange"),
        pairing=("Squab", "Truffle", "Quiet evenings"),
        short="The last rows before the grass: scent, line and a very long finish.",
        text="""The top block ripens in two years out of three. In 2021 it did, after three nights of frost candles in
        October.

        Morello cherry, violets and blood orange, drawn with a hard pencil. Keep it for five years if you can.""",
        tags=("Rare", "For the cellar"),
        sold=23,
    ),
    Wine(
        sku="TUS-RIESLING",
        grower="tussock-line",
        name="Medium Dry Riesling",
        colour="White",
        appellation="Central Otago",
        grapes=("Riesling",),
        abv="10.5%",
        vintage="2024",
        price="26.00",
        stock=55,
        notes=("lime", "honeysuckle", "mandarin"),
        pairing=("Sichuan noodles", "Pork", "Green mango salad"),
        short="Lime and honeysuckle with a pinch of sugar: bring on the chillies.",
        text="""Stopped with twenty grams of sugar left, to balance an acidity that only cold nights can produce.

        Lime, honeysuckle and mandarin, as clean as the air up there.""",
        tags=("Low alcohol",),
        sold=64,
    ),
    Wine(
        sku="TUS-GRIS",
        grower="tussock-line",
        name="Musterer's Pinot Gris",
        colour="White",
        appellation="Central Otago",
        grapes=("Pinot Gris",),
        abv="13.5%",
        vintage="2024",
        price="24.00",
        stock=4,
        low_at=5,
        notes=("poached pear", "ginger", "almond"),
        pairing=("Butter chicken", "Crayfish", "Brie"),
        short="Poached pear and ginger, dry and full. Nearly gone until the next vintage.",
        text="""Named for the shepherds who bring the merinos down in April, when this wine is being picked.

        Poached pear, ginger and almond, with the weight to go with spices.""",
        sold=52,
    ),
)
