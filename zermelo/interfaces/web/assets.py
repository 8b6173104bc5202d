"""The page's own files, from the package and from nowhere else."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}
PACKED = (".js", ".mjs", ".css", ".html", ".json", ".svg", ".webmanifest", ".txt")
"""Worth compressing."""
LETTERS = 16
EDITION = f"[0-9a-f]{{{LETTERS}}}"
"""The name of an edition of all files, as the page's addresses hold it."""


@dataclass(frozen=True)
class Asset:
    """One file, as it is sent."""

    body: bytes
    packed: bytes | None
    kind: str
    etag: str
    saved: int


class Assets:
    """Files by their names below static/; a name that is not in that folder's list does not exist."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        self.known: dict[str, Asset] = {}
        self.times: dict[str, int] = {}
        self.edition = ""

    def find(self, name: str) -> Asset | None:
        path = self.folder / name
        found = self.known.get(name)
        if found is not None and path.is_file() and found.saved == path.stat().st_mtime_ns:
            return found
        if name not in self.paths():
            return None
        self.known[name] = read(path.read_bytes(), path.name, path.stat().st_mtime_ns)
        return self.known[name]

    def page(self) -> Asset:
        """index.html, whose files are asked for by edition: a browser that has them asks nothing."""
        text = (self.folder / "index.html").read_text(encoding="utf-8")
        return read(text.replace("/static/", f"/static/{self.current()}/").encode(), "index.html", 0)

    def of_edition(self, name: str) -> tuple[Asset | None, bool]:
        """A file by its name or by edition and name, and whether the browser may keep it for good."""
        edition, _, rest = name.partition("/")
        asset = self.find(rest if re.fullmatch(EDITION, edition) else name)
        same = asset is not None and asset.saved == self.times.get(rest)
        return asset, same and edition == self.edition

    def current(self) -> str:
        """The edition of the files as they are: another when any of them is saved anew."""
        times = {name: path.stat().st_mtime_ns for name, path in sorted(self.paths().items())}
        if times != self.times:
            content = b"".join(name.encode() + (self.folder / name).read_bytes() for name in times)
            self.times, self.edition = times, hashlib.sha256(content).hexdigest()[:LETTERS]
        return self.edition

    def paths(self) -> dict[str, Path]:
        """Every file of the folder; links do not count."""
        return {
            path.relative_to(self.folder).as_posix(): path
            for path in self.folder.rglob("*")
            if path.is_file() and not path.is_symlink()
        }


def read(body: bytes, name: str, saved: int) -> Asset:
    """A file as it is sent."""
    suffix = Path(name).suffix
    kind = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if suffix in PACKED and len(body) > 500 else None
    return Asset(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"', saved)
