"""The distance between two spellings."""


def distance(one: str, other: str) -> int:
    """Return the number of mistakes between two words: letters put in, left out, changed, or swapped with the next."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        line = [row]
        for column, counterpart in enumerate(other, start=1):
            changed = last[column - 1] + (letter != counterpart)
            best = min(last[column] + 1, line[column - 1] + 1, changed)
            if row > 1 and column > 1 and one[row - 2] == counterpart and letter == other[column - 2]:
                best = min(best, before[column - 2] + 1)
            line.append(best)
        before, last = last, line
    return last[-1]


def most_mistakes(word: str) -> int:
    """Return how many mistakes a word of this length may have and still be read."""
    return 1 if len(word) < 6 else 2 if len(word) < 10 else 3
