"""What operations take and return: `MemoryStoreInput`, `MemoryStoreResponse`, `Memory` and so on."""

from ._generated import *
from ._generated import __all__ as __all__
