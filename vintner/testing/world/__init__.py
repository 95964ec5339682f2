"""The demo world as plain tables: who makes wine, what they make, who drinks it. All of it is invented."""
