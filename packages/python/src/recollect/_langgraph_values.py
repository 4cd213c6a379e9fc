"""Which texts of a value are searched, and which values satisfy a filter. The same as in the TypeScript adapter."""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

# From this length on a text is meaningful by itself.
LONG_TEXT = 200
# Characters of shorter texts that are searched if no fields are given: a table of a thousand rows has no meaning to be found by.
SHORT_TEXTS = 4_000


def gist_of(value: Any) -> List[str]:
    """What is searched in a value if no fields are given: each text once, all of the long ones, the first of the short ones."""
    left = SHORT_TEXTS
    kept = []
    for text in dict.fromkeys(_texts_in(value)):
        if len(text) < LONG_TEXT:
            left -= len(text) + 1
            if left < 0:
                continue
        kept.append(text)
    return kept


def texts_at(value: Any, path: str) -> List[str]:
    """The texts that an index path selects, such as `title`, `chapters[*].text`, `tags[-1]`, `{title,meta.author}`, `*` or `$`."""
    return [text for found in _reach([value], _steps_of(path)) for text in _texts_in(found)]


def _steps_of(path: str) -> List[str]:
    """Names, `[…]` and `{…}`; a leading `$` stands for the value itself."""
    steps = re.findall(r"\[[^\]\[]*\]|\{[^{}]*\}|[^.\[{]+", path)
    return steps[1:] if steps[:1] == ["$"] else steps


def _reach(values: List[Any], steps: Sequence[str]) -> List[Any]:
    for step in steps:
        values = [found for value in values for found in _below(value, step)]
    return values


def _below(value: Any, step: str) -> List[Any]:
    inner = step[1:-1]
    if step.startswith("{"):
        return [found for path in inner.split(",") for found in _reach([value], _steps_of(path.strip()))]
    if isinstance(value, Mapping):
        return list(value.values()) if step == "*" else [value[step]] if step in value else []
    if not isinstance(value, (list, tuple)):
        return []
    if step in ("*", "[*]"):
        return list(value)
    if not re.fullmatch(r"\[-?[0-9]+\]", step):
        return []
    at = int(inner)
    return [value[at]] if -len(value) <= at < len(value) else []


def _texts_in(value: Any) -> List[str]:
    """Every text in a value, including numbers and booleans."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, (int, float)):
        return [str(value)]
    if isinstance(value, Mapping):
        return [text for item in value.values() for text in _texts_in(item)]
    if isinstance(value, (list, tuple)):
        return [text for item in value for text in _texts_in(item)]
    return []


def matches(match_type: str, path: Sequence[str], namespace: Tuple[str, ...]) -> bool:
    """Whether a namespace begins, or ends, with a path; `*` stands for any one part."""
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", held) for wanted, held in zip(path, part))


def passes(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a value satisfies a filter: equal fields, or comparisons such as `{"age": {"$gte": 18}}`."""
    return all(_fits(value.get(field), one) for field, one in wanted.items())


def _fits(held: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        if any(name.startswith("$") for name in wanted):
            return all(_operator(name)(held, operand) for name, operand in wanted.items())
        return isinstance(held, Mapping) and passes(held, wanted)
    if isinstance(wanted, (list, tuple)):
        is_list = isinstance(held, (list, tuple)) and len(held) == len(wanted)
        return is_list and all(_fits(one, other) for one, other in zip(held, wanted))
    return bool(held == wanted)


def _operator(name: str) -> Callable[[Any, Any], bool]:
    if name not in _OPERATORS:
        raise ValueError(f"Unsupported operator: {name}. Supported: {', '.join(_OPERATORS)}")
    return _OPERATORS[name]


def _number(value: Any) -> float:
    """NaN for anything that is not a number: it is neither more nor less than anything."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return float("nan")


def _choices(wanted: Any) -> Sequence[Any]:
    if isinstance(wanted, (list, tuple)):
        return wanted
    raise ValueError(f"$in and $nin take a list of values, not {wanted!r}")


_OPERATORS: Dict[str, Callable[[Any, Any], bool]] = {
    "$eq": lambda held, wanted: bool(held == wanted),
    "$ne": lambda held, wanted: bool(held != wanted),
    "$gt": lambda held, wanted: _number(held) > _number(wanted),
    "$gte": lambda held, wanted: _number(held) >= _number(wanted),
    "$lt": lambda held, wanted: _number(held) < _number(wanted),
    "$lte": lambda held, wanted: _number(held) <= _number(wanted),
    "$in": lambda held, wanted: held in _choices(wanted),
    "$nin": lambda held, wanted: held not in _choices(wanted),
}
