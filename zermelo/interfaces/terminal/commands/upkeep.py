"""`bench` and `cache`: how fast it is here, and what is kept on disk."""

from __future__ import annotations

from zermelo.interfaces.terminal.options import Json, Memory, Threads
from zermelo.interfaces.terminal.parsing import Command, group
from zermelo.messages import counted

cache = group("cache", "See or clear the compiled rules that are kept on disk.")


def bench(threads: Threads = 1, memory: Memory = 64, json: Json = False) -> None:
    """Measure how fast the engine is here. Its node counts are its signature."""
    from zermelo.interfaces.terminal.analysis import show_benchmark

    show_benchmark(threads, memory, json)


@cache.command("info", cls=Command)
def cache_info(json: Json = False) -> None:
    """Say where compiled units are, how many, how large."""
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.kernel.compiler import cache

    found = cache.info()
    if json:
        print_json({name: str(v) if name == "directory" else v for name, v in vars(found).items()})
        return
    size = f"{found.bytes / 1e6:.1f} of at most {found.limit / 1e6:.0f} MB"
    print(f"{counted(found.units, 'compiled unit')}, {size}, in {found.directory}")
    if not found.usable:
        print("not in use: the directory cannot be written, or others can write to it")


@cache.command("clear", cls=Command)
def cache_clear(json: Json = False) -> None:
    """Remove every compiled unit."""
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.kernel.compiler import cache

    removed = cache.clear()
    print_json({"removed": removed}) if json else print(f"{counted(removed, 'compiled unit')} removed")
