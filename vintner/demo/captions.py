"""What stands under the pictures of the growers: the vineyard, the cellar, the table."""

from typing import Final

CAPTIONS: Final[dict[str, tuple[str, str, str]]] = {
    "chateau-malvezin-roques": (
        "Merlot on the edge of the plateau, a week before the harvest",
        "The cellar was the quarry first: every stone of the house came out of it",
        "What the sisters pour when neighbours come by",
    ),
    "domaine-perrachaud": (
        "Thirty-one plots, most of them named after whoever sold them",
        "Two winters on the lees, and nobody stirs",
        "Last evening of the harvest, before the street fills up",
    ),
    "domaine-de-la-tuffeliere": (
        "Chenin above the Loire, picked in three or four passes",
        "Eleven degrees in the tuffeau, summer and winter",
        "Dry, sweet and red: one hill, three answers",
    ),
    "champagne-vauclerc-moreil": (
        "Chalk shows through wherever the plough has been",
        "Reserve wine that goes back to 1988",
        "The bottles that the kitchen table chose",
    ),
    "mas-des-cigalieres": (
        "Fourteen kilometres of pines between the terraces and the sea",
        "The press house was a sheepfold until its roof fell in",
        "Lunch is at noon, when the press is clean",
    ),
    "tenuta-colferrato": (
        "After rain the lanes turn the color of bricks",
        "Slavonian oak, built in the mill because no door was wide enough",
        "A long wine of the hill, and a short one for the end of dinner",
    ),
    "cascina-brunalda": (
        "November: the ridges look like islands",
        "Nebbiolo gets five to eight weeks, and then years",
        "Three wines of one ridge",
    ),
    "bodegas-arroyolmo": (
        "Bush vines at 880 metres, close to stones that keep the day's warmth",
        "The cellar runs under the whole village",
        "Decided on the threshing floor, by fourteen owners",
    ),
    "bodega-hermanos-cantueso": (
        "White albariza soil, bright enough to need a hat",
        "Soleras that have not been empty since 1847",
        "To be poured in small glasses, and spoken about softly",
    ),
    "quinta-do-zimbral": (
        "Sixty kilometres of wall, and two men who mend it",
        "Pipes of chestnut and oak in the lower lodge",
        "The port first, as always; the table wine was a surprise",
    ),
    "weingut-hollerbusch": (
        "Up to sixty-five per cent: the grapes come down by monorail",
        "The last cask is often still murmuring at Easter",
        "Blue slate, in three degrees of sweetness",
    ),
    "szarvaskut-pince": (
        "Volcanic slopes above the two rivers",
        "A maze of tunnels, soft with black mould",
        "Good years and other years, side by side",
    ),
    "basalt-and-fern": (
        "Half of the estate is forest, and will remain so",
        "Small lots and whole bunches; the owls have the loft",
        "Grown without a drop of water",
    ),
    "copper-wren-cellars": (
        "The estate block climbs out of the fog",
        "Barrels bought by smell, tasted on Thursdays",
        "Mountain wines, and one oddity for friends",
    ),
    "finca-acequia-norte": (
        "Snow water on Tuesdays and Fridays, as agreed in 1904",
        "What isn't in concrete eggs rests here",
        "Dark, fresh, and from stones as big as bread",
    ),
    "ploegskaar": (
        "Vines from 1965, found in knee-high wheat",
        "Old barrels, hardly anything added",
        "Light on their feet",
    ),
    "tussock-line": (
        "The last row; above it only tussock, rock and snow",
        "Warm in here, at three in the morning in spring",
        "Screw caps, and patience all the same",
    ),
}
"""Grower → captions of the three pictures of its slider."""
