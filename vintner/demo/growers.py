"""Seventeen growers. The places are real, the people and estates are not."""

from vintner.demo.shapes import Grower

GROWERS = (
    Grower(
        slug="chateau-malvezin-roques",
        name="Château Malvezin-Roques",
        region="Bordeaux",
        country="France",
        founded=1871,
        summary="A limestone plateau above Fronsac, farmed by the same family for five generations.",
        story=(
            "The house stands where the Fronsac plateau breaks off towards the Dordogne, and its cellar is cut into "
            "the same limestone that carries the vines. Eleven hectares of Merlot and Cabernet Franc are worked by "
            "two sisters, who took over from their father in 2009 and gave up weedkillers the same spring. "
            "Everything is picked by hand into shallow crates and ferments in the raw concrete tanks that their "
            "grandfather poured. A third of the barrels is new each year, never more, because they like to taste "
            "the hill and not the forest."
        ),
        label="engraved",
        scene="hills",
        paper="#f6f0e2",
        ink="#2b2320",
        accent="#8a6a2f",
    ),
    Grower(
        slug="domaine-perrachaud",
        name="Domaine Perrachaud",
        region="Burgundy",
        country="France",
        founded=1924,
        summary="Small plots of Pinot Noir and Chardonnay between Givry and Saint-Aubin, ploughed by horse.",
        story=(
            "Nine hectares in thirty-one plots: the Perrachauds know most of their vines by the name of the "
            "neighbour who sold them. The steepest rows are ploughed by Quetsche, a grey Comtois mare, because a "
            "tractor would slide. Grapes are sorted in the vineyard, the reds keep about a third of their stems, "
            "and the whites spend two winters on their lees without being stirred. The village fills the street "
            "with trestle tables on the last evening of the harvest, and nobody has ever been known to leave early."
        ),
        label="script",
        scene="hills",
        paper="#faf6ea",
        ink="#3a2a22",
        accent="#7b1f2e",
    ),
    Grower(
        slug="domaine-de-la-tuffeliere",
        name="Domaine de la Tuffelière",
        region="Loire Valley",
        country="France",
        founded=1958,
        summary="Chenin Blanc and Cabernet Franc from white tuffeau, aged in caves once dug for building stone.",
        story=(
            "The caves behind the house gave the stone for half the villages around Saumur; today they hold two "
            "hundred old barrels at eleven degrees, summer and winter. The estate came to organic farming in 1998, "
            "when a hail storm left so little fruit that there was time to think. Chenin is picked in three or four "
            "passes, and each pass ferments on its own until spring decides what belongs together. Nothing is "
            "hurried here: the dry wines are sold when they begin to smell of quince, and not before."
        ),
        label="vine",
        scene="river",
        paper="#f4f1e4",
        ink="#2f3a2c",
        accent="#6f7f3a",
    ),
    Grower(
        slug="champagne-vauclerc-moreil",
        name="Champagne Vauclerc-Moreil",
        region="Champagne",
        country="France",
        founded=1906,
        summary="Grower Champagne from chalk slopes of the Côte des Blancs, long on the lees and low in dosage.",
        story=(
            "Two families of the same village joined their vines by marriage in 1906 and stopped selling grapes in "
            "1931, in the worst year there was for starting anything. The cellar keeps a reserve that goes back to "
            "1988, fed with a little of every harvest, and each bottling carries the month in which it was "
            "disgorged. Bottles lie at least thirty months before they are turned by hand. The dosage is decided "
            "blind, around the kitchen table, and the driest glass usually wins."
        ),
        label="crest",
        scene="plain",
        paper="#fbf8ef",
        ink="#1f2a38",
        accent="#b08d3c",
    ),
    Grower(
        slug="mas-des-cigalieres",
        name="Mas des Cigalières",
        region="Provence",
        country="France",
        founded=1983,
        summary="Pale rosé and sun-warmed reds from terraces in the pine woods above Le Castellet.",
        story=(
            "When the roof of the old sheepfold fell in, its new owners rebuilt it as a press house and planted "
            "Mourvèdre on the terraces where the sheep had been. The vines look south over fourteen kilometres of "
            "pines to the sea, and the mistral keeps them dry enough that they are sprayed two or three times in a "
            "year. All picking ends at ten in the morning. The rosé is pressed slowly, as whole bunches, and what "
            "does not run clear by noon is left for the cooks."
        ),
        label="geometric",
        scene="coast",
        paper="#fbf3ec",
        ink="#47342e",
        accent="#d98a6a",
    ),
    Grower(
        slug="tenuta-colferrato",
        name="Tenuta Colferrato",
        region="Tuscany",
        country="Italy",
        founded=1889,
        summary="High Sangiovese from iron-red soils near Radda, with olives and bees between the rows.",
        story=(
            "The name means iron hill, and after rain the lanes between the vineyards are the color of bricks. At "
            "520 metres Sangiovese ripens late, often in the second week of October, and keeps an acidity that "
            "makes the wines long-lived. Casks of Slavonian oak stand in the old olive mill, the largest of them "
            "built inside it, since no door would have let it through. The estate keeps forty hives, six hundred "
            "olive trees and one donkey whose duties are not quite clear."
        ),
        label="landscape",
        scene="hills",
        paper="#f5ecd9",
        ink="#4a231c",
        accent="#a4472c",
    ),
    Grower(
        slug="cascina-brunalda",
        name="Cascina Brunalda",
        region="Piedmont",
        country="Italy",
        founded=1937,
        summary="Nebbiolo, Barbera and Moscato from the steep, foggy ridges around Neive and Treiso.",
        story=(
            "Brunalda bought the first hectare with what she had saved as a seamstress in Turin, and wrote her name "
            "on the barn so that nobody should be in doubt. Her grandson works nine hectares today and still "
            "ferments Nebbiolo under a floating cap of hazel boards for five to eight weeks. The Barbera comes from "
            "vines planted in 1946, when wire was dear, so they stand on posts of chestnut. In November, when the "
            "fog fills the valleys, the ridges look like islands, and the truffle dogs are out by six."
        ),
        label="crest",
        scene="hills",
        paper="#f3ead8",
        ink="#35161a",
        accent="#7a2230",
    ),
    Grower(
        slug="bodegas-arroyolmo",
        name="Bodegas Arroyolmo",
        region="Castile and León",
        country="Spain",
        founded=1962,
        summary="Old bush-vine Tempranillo from 880 metres in Ribera del Duero, and Verdejo from Rueda.",
        story=(
            "The winery began as a cooperative of seven neighbours, and its fourteen remaining owners still meet on "
            "the threshing floor to fix the day of the harvest. At 880 metres frost can come in June and in "
            "September, so the vines are kept low, as bushes, close to stones that give back the warmth of the day. "
            "Some of the plots were planted before phylloxera reached the plateau. Wines age in American and French "
            "oak in the cellar under the village, whose chimneys stick out of the hill like mushrooms."
        ),
        label="geometric",
        scene="plain",
        paper="#efe7d6",
        ink="#231f20",
        accent="#b5532f",
    ),
    Grower(
        slug="bodega-hermanos-cantueso",
        name="Bodega Hermanos Cantueso",
        region="Andalusia",
        country="Spain",
        founded=1847,
        summary="Sherry from white albariza soils, aged under flor in a cathedral-like cellar in Sanlúcar.",
        story=(
            "The sea wind enters by the high windows of the bodega each afternoon, and on that wind everything "
            "depends: it feeds the veil of yeast under which fino and manzanilla grow old. The soleras of the house "
            "were laid down between 1847 and 1921 and have never been empty. The four siblings in charge bottle "
            "only what they would drink themselves, in small lots, hardly filtered. Visitors are asked to speak "
            "softly, which is said to be for the sake of the wine."
        ),
        label="engraved",
        scene="coast",
        paper="#f8f2df",
        ink="#22301f",
        accent="#a8842c",
    ),
    Grower(
        slug="quinta-do-zimbral",
        name="Quinta do Zimbral",
        region="Douro",
        country="Portugal",
        founded=1796,
        summary="Schist terraces above the Pinhão, for port of long breath and dry reds of mixed old vines.",
        story=(
            "Sixty kilometres of dry stone wall hold the vineyards of Zimbral on their slope, and each winter two "
            "men do nothing but mend them. The oldest terrace grows twenty-six varieties, mixed as the great-"
            "grandparents mixed them; they are picked and trodden together, by foot, in granite lagares, with an "
            "accordion for the second evening. Tawnies rest in pipes of chestnut and oak in the upper lodge, where "
            "the air is dry and the angels take more than their share. The table wines began only in 2001 and "
            "surprised nobody more than the family."
        ),
        label="landscape",
        scene="terraces",
        paper="#f1e9d8",
        ink="#2c1d18",
        accent="#9c5a1e",
    ),
    Grower(
        slug="weingut-hollerbusch",
        name="Weingut Hollerbusch",
        region="Mosel",
        country="Germany",
        founded=1762,
        summary="Riesling from blue slate so steep that the grapes come down by monorail.",
        story=(
            "The vineyards rise from the river at up to sixty-five per cent, and an hour of work here is worth four "
            "on flat land. Each vine stands on its own post, as it did in 1762, and some of those posts hold "
            "ungrafted vines more than a century old. Wines ferment with the yeasts of the cellar in thousand-litre "
            "casks, as long as they like; the last one is often still murmuring at Easter. The elder bush that gave "
            "the house its name blooms in the yard in June, and is not allowed near the wine."
        ),
        label="script",
        scene="river",
        paper="#f7f5ec",
        ink="#22303c",
        accent="#3f6b7d",
    ),
    Grower(
        slug="szarvaskut-pince",
        name="Szarvaskút Pince",
        region="Tokaj",
        country="Hungary",
        founded=1991,
        summary="Furmint, dry and noble-sweet, from volcanic slopes where two rivers send up the autumn mist.",
        story=(
            "In 1991 a schoolteacher and a geologist bought back the cellar that had been taken from her "
            "grandparents, a maze of tunnels covered in soft black mould. They replanted the upper slopes with "
            "cuttings of Furmint and Hárslevelű from abandoned gardens. In good years the mist of the Bodrog brings "
            "noble rot by mid October, and the shrivelled berries are gathered one by one, some ten kilos a day for "
            "each picker. In other years they make dry wine, and are content."
        ),
        label="vine",
        scene="hills",
        paper="#f8f0d9",
        ink="#33291a",
        accent="#c28a1f",
    ),
    Grower(
        slug="basalt-and-fern",
        name="Basalt & Fern",
        region="Willamette Valley",
        country="United States",
        founded=1998,
        summary="Pinot Noir and Chardonnay from old lava in the Dundee Hills, dry-farmed from the start.",
        story=(
            "Two forestry students planted the first two acres on a clearing full of sword ferns, having been told "
            "by everyone that it was too cool and too high. They have never watered the vines, which have had to "
            "look for the cracks in the basalt. Fermentations are small, mostly with whole bunches, in the open "
            "barn where the owls nest. Half of the estate is still forest, and will remain so."
        ),
        label="geometric",
        scene="mountains",
        paper="#f2f1ea",
        ink="#20302a",
        accent="#3d6b4f",
    ),
    Grower(
        slug="copper-wren-cellars",
        name="Copper Wren Cellars",
        region="Sonoma County",
        country="United States",
        founded=2004,
        summary="Cabernet, Zinfandel and a few oddities from mountain vineyards along the Mayacamas.",
        story=(
            "The winery is a converted apple dryer with a wren in its weather vane. It began with one ton of "
            "Zinfandel from vines of 1910 that a neighbour was about to pull out, and still buys that ton every "
            "year. The estate block climbs from 1,400 to 2,100 feet on red volcanic soil, above the fog, where the "
            "nights are warm and the afternoons are not. Barrels are bought by smell, the winemaker says, and "
            "tasted every Thursday by whoever happens to be there."
        ),
        label="landscape",
        scene="mountains",
        paper="#f3ece0",
        ink="#2d2a29",
        accent="#b0622b",
    ),
    Grower(
        slug="finca-acequia-norte",
        name="Finca Acequia Norte",
        region="Mendoza",
        country="Argentina",
        founded=1979,
        summary="Malbec and Cabernet Franc from river stones at 1,250 metres, watered by melting snow.",
        story=(
            "The finca takes its name from the northern ditch, which brings snow water from the Andes on Tuesdays "
            "and Fridays, as agreed in 1904. The soil is what the river left behind: white stones as big as bread, "
            "with a hand's breadth of sand on them. At this height the sun burns and the nights are cold, so the "
            "skins grow thick and the wines dark and fresh. The family ages its best plots in concrete eggs, "
            "because the river stones, it says, should be allowed to speak."
        ),
        label="engraved",
        scene="mountains",
        paper="#f4efe6",
        ink="#1f2733",
        accent="#5b6f8c",
    ),
    Grower(
        slug="ploegskaar",
        name="Ploegskaar",
        region="Swartland",
        country="South Africa",
        founded=2007,
        summary="Chenin, Cinsault and Syrah from dry-grown bush vines on decomposed granite.",
        story=(
            "A ploughshare hangs over the door of the shed, the only thing that was left on the farm when it was "
            "bought. The vines were there too, bushes planted in 1965 by someone with a good eye for granite, "
            "hidden in knee-high wheat. Nothing is irrigated and hardly anything is added; the grapes are trodden "
            "in open fermenters and pressed in a basket. The wines are light on their feet, and taste of the herbs "
            "that the goats are supposed to keep short."
        ),
        label="vine",
        scene="plain",
        paper="#f1ead9",
        ink="#3b2c20",
        accent="#8d5a3b",
    ),
    Grower(
        slug="tussock-line",
        name="Tussock Line",
        region="Central Otago",
        country="New Zealand",
        founded=2001,
        summary="Pinot Noir and Riesling from a former sheep station at the edge of where grapes will ripen.",
        story=(
            "Above the last row of vines there is only tussock grass, then rock, then snow. The first owners of the "
            "station kept four thousand merino sheep; the present ones keep two hundred, which mow between the "
            "vines in winter. Schist and glacial dust give Pinot Noir of great scent, and every third spring "
            "someone has to light frost candles at three in the morning. The wines are bottled under screw cap and "
            "will wait for you."
        ),
        label="landscape",
        scene="mountains",
        paper="#f5f4ee",
        ink="#263238",
        accent="#6d8a9c",
    ),
)
