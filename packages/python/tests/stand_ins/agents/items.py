from typing import Any, Dict

TResponseInputItem = Dict[str, Any]
