"""The generated code on disk: kept between runs, shared by processes, rebuilt when damaged.

One folder for each generated model (`model_<hash>`) and one for the kernel that all models share (`kernel_<hash>`). An
entry holds source files, which are never changed once they are there, a marker that says that all of them are, and in
`__pycache__` what Python and Numba make of them. The usual order of calls is

    folder = store({"model.py": text})
    with locked(folder):
        module = guarded(folder, lambda: load(folder / "model.py"))
"""

from noumena.compiler.cache.folder import CacheWarning, cache_folder
from noumena.compiler.cache.lock import locked
from noumena.compiler.cache.removal import discard
from noumena.compiler.cache.storage import guarded, is_compiled, kernel_folder, store

__all__ = ["CacheWarning", "cache_folder", "discard", "guarded", "is_compiled", "kernel_folder", "locked", "store"]
