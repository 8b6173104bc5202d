"""The page's own files, from the package and from nowhere else."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
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

    def find(self, name: str) -> Asset | None:
        path = self.paths().get(name)
        if path is None:
            return None
        saved = path.stat().st_mtime_ns
        found = self.known.get(name)
        if found is None or found.saved != saved:
            found = self.known[name] = read(path, saved)
        return found

    def paths(self) -> dict[str, Path]:
        """Every file of the folder; links do not count."""
        return {
            path.relative_to(self.folder).as_posix(): path
            for path in self.folder.rglob("*")
            if path.is_file() and not path.is_symlink()
        }


def read(path: Path, saved: int) -> Asset:
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if path.suffix in PACKED and len(body) > 500 else None
    return Asset(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"', saved)
