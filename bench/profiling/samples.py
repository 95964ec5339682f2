"""Samples of a program's stacks: what py-spy and Node write, read into one shape, counted, written for speedscope."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

_FRAME: Final = re.compile(r"(?P<function>.+) \((?P<file>.+?)(?::(?P<line>\d+))?\)")
_PROCESS: Final = re.compile(r"process \d+:")
AROUND_EVERYTHING: Final = 0.9
"""Share of the samples from which on a function is only a frame around all the work, as middleware is."""


class CodePlace(NamedTuple):
    """A function, as a table of functions names it."""

    function: str
    file: str


Stack = tuple[CodePlace, ...]
"""From the outermost call to the one that was running."""


@dataclass(frozen=True, slots=True)
class FunctionSamples:
    """How many samples were taken in a function itself, and in it or what it called."""

    place: CodePlace
    own: int
    cumulative: int


def read_py_spy(text: str) -> Counter[Stack]:
    """Return the stacks of a recording in py-spy's raw format, without its lines about processes."""
    stacks: Counter[Stack] = Counter()
    for line in text.splitlines():
        frames, _, count = line.rpartition(" ")
        stacks[tuple(_place(frame) for frame in frames.split(";") if not _PROCESS.match(frame))] += int(count)
    return stacks


def read_node(text: str) -> Counter[Stack]:
    """Return the stacks of a profile that `node --cpu-prof` wrote, without those that did nothing."""
    profile = json.loads(text)
    nodes = {node["id"]: node for node in profile["nodes"]}
    parents = {child: node["id"] for node in profile["nodes"] for child in node.get("children", ())}
    stacks: Counter[Stack] = Counter()
    for number, count in Counter(profile["samples"]).items():
        chain = [nodes[each]["callFrame"] for each in _chain(number, parents)]
        if chain[-1]["functionName"] not in {"(idle)", "(program)", "(root)"}:
            stacks[tuple(_node_place(frame) for frame in chain[1:])] = count
    return stacks


def within(stacks: Mapping[Stack, int], outermost: CodePlace) -> Counter[Stack]:
    """Return what the calls of a function did: stacks without it are left out, and the frames around it."""
    found: Counter[Stack] = Counter()
    for stack, count in stacks.items():
        if outermost in stack:
            found[stack[stack.index(outermost) + 1 :]] += count
    return found


def count_functions(stacks: Mapping[Stack, int]) -> list[FunctionSamples]:
    """Return all functions with their samples. One that calls itself counts once for each sample."""
    own: Counter[CodePlace] = Counter()
    cumulative: Counter[CodePlace] = Counter()
    for stack, count in stacks.items():
        if stack:
            own[stack[-1]] += count
        for place in set(stack):
            cumulative[place] += count
    return [FunctionSamples(place, own[place], together) for place, together in cumulative.items()]


def top_own(functions: Iterable[FunctionSamples], number: int) -> list[FunctionSamples]:
    """Return the functions in which most samples were taken."""
    return sorted((each for each in functions if each.own), key=lambda each: (-each.own, each.place))[:number]


def top_cumulative(functions: Iterable[FunctionSamples], samples: int, number: int) -> list[FunctionSamples]:
    """Return the functions that most time went by in, without those that are around everything."""
    inner = [each for each in functions if each.cumulative < samples * AROUND_EVERYTHING]
    return sorted(inner, key=lambda each: (-each.cumulative, each.place))[:number]


def write_speedscope(path: Path, name: str, stacks: Mapping[Stack, int]) -> None:
    """Write the stacks as a file that https://www.speedscope.app and its command open."""
    places = list(dict.fromkeys(place for stack in stacks for place in stack))
    numbers = {place: number for number, place in enumerate(places)}
    profile = {
        "type": "sampled",
        "name": name,
        "unit": "none",
        "startValue": 0,
        "endValue": sum(stacks.values()),
        "samples": [[numbers[place] for place in stack] for stack in stacks],
        "weights": list(stacks.values()),
    }
    whole = {
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "name": name,
        "shared": {"frames": [{"name": place.function, "file": place.file} for place in places]},
        "profiles": [profile],
    }
    path.write_text(json.dumps(whole))


def _place(frame: str) -> CodePlace:
    found = _FRAME.fullmatch(frame)
    return CodePlace(found["function"], found["file"]) if found else CodePlace(frame, "")


def _node_place(frame: Mapping[str, str]) -> CodePlace:
    return CodePlace(frame["functionName"] or "(anonymous)", frame["url"].rpartition("/")[2])


def _chain(number: int, parents: Mapping[int, int]) -> list[int]:
    return [*_outwards(number, parents)][::-1]


def _outwards(number: int, parents: Mapping[int, int]) -> Iterator[int]:
    yield number
    while number in parents:
        number = parents[number]
        yield number
