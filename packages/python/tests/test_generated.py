from __future__ import annotations

import inspect
import json
import typing
from typing import Any, Dict

import recollect
from conftest import ROOT
from recollect import AsyncRecollect, Recollect, _generated, types
from recollect._transport import Operation

OPENAPI = json.loads((ROOT / "docs/reference/openapi.json").read_text())
# Methods of another shape: a protocol of its own, and the stream of events.
APART = {("POST", "/mcp"), ("GET", "/memory/events")}


def _callables(client: Any) -> Dict[str, Any]:
    """Every method by its name, such as `memory.list.pages`."""
    found: Dict[str, Any] = {}
    for name, held in vars(client).items():
        if name.startswith("_"):
            continue
        for method, call in inspect.getmembers(held, callable):
            if method.startswith("_"):
                continue
            found[f"{name}.{method}"] = call
            for walk in ("pages", "items"):
                if hasattr(call, walk):
                    found[f"{name}.{method}.{walk}"] = getattr(call, walk)
    return found


def test_there_is_a_method_for_every_operation() -> None:
    wanted = {(verb.upper(), path) for path, verbs in OPENAPI["paths"].items() for verb in verbs} - APART
    known = [held for held in vars(_generated).values() if isinstance(held, Operation)]
    assert {(one.method, one.path) for one in known} == wanted
    methods = [name for name in _callables(Recollect()) if name.count(".") == 1]
    # `health` belongs to the client itself.
    assert len(methods) + 1 == len(known)


def test_both_clients_have_the_same_methods_with_the_same_parameters() -> None:
    one, other = _callables(Recollect()), _callables(AsyncRecollect())
    assert set(one) == set(other)
    assert "memory.import_" in one and "keys.mint_child" in one and "memory.list.items" in one
    for name, call in one.items():
        assert inspect.signature(call).parameters == inspect.signature(other[name]).parameters, name


def test_the_types_can_be_read_at_run_time() -> None:
    assert len(types.__all__) > 200
    for name in types.__all__:
        declared = getattr(types, name)
        if isinstance(declared, type):
            typing.get_type_hints(declared)
    assert types.MemoryStoreInput.__required_keys__ == {"user_id", "content"}
    assert "agent_id" in types.MemoryStoreInput.__optional_keys__
    assert "from" in types.GraphLinkResponse.__required_keys__
    assert types.Memory.__required_keys__ < types.MemoryStoreResponse.__required_keys__


def test_docstrings_match_the_reference() -> None:
    text = inspect.getdoc(Recollect().memory.store) or ""
    assert text.startswith("Store a memory: `POST /memory/store`.")
    assert "user_id: Your end user that it is about." in text


def test_the_version_is_that_of_the_service() -> None:
    assert recollect.__version__ == json.loads((ROOT / "package.json").read_text())["version"]
