"""The files and what must be said of them, gathered recipe by recipe."""

import json

from . import platforms

UNSET = object()


class Picture:
    """One line of the oracle: a file under a name, and what a right answer says of it."""

    def __init__(self, path, byte_count, why, *, size, frames, integrity, findings, format, options):
        self.path, self.byte_count, self.why = path, byte_count, why
        self.size, self.frames, self.format = size, frames, format
        self.integrity, self.findings = integrity, sorted(set(findings))
        self.options = options
        self.orientation = options.pop("orientation", 1)
        self.unverified_coding = options.pop("unverified_coding", False)
        self.platform_extras = options.pop("platform_extras", [])
        self.platforms = options.get("platforms", platforms.ALL)
        if "padTo" in options:
            self.byte_count = options["padTo"]

    def entry(self):
        """The JSON object, keys in a fixed order. Keys left out are not judged; null means "must be absent"."""
        entry = {"file": self.path}
        for key in ["name", "declaredType", "platforms", "policy", "engine", "padTo", "headOnly", "quick"]:
            if key in self.options:
                entry[key] = self.options[key]
        entry["format"] = self.format
        if self.size is not UNSET:
            entry["width"], entry["height"] = self.size or (None, None)
        if self.frames is not UNSET:
            entry["frameCount"] = self.frames
        entry["integrity"] = self.integrity
        entry["findings"] = self.findings
        known = self.known()
        entry["platformFindings"] = sorted(sum((platforms.platform_findings(p, known) for p in self.platforms), []))
        entry["verdicts"] = {p: self.options.get("verdicts", {}).get(p) or platforms.verdict(p, known)
                             for p in self.platforms}
        entry["why"] = self.why
        return entry

    def known(self):
        """The same picture with "not judged" read as "not known", for the platform rules."""
        if self.size is UNSET:
            self.size_known = None
        view = Picture(self.path, self.byte_count, self.why, size=None if self.size is UNSET else self.size,
                       frames=None if self.frames is UNSET else self.frames, integrity=self.integrity,
                       findings=self.findings, format=self.format, options={})
        view.orientation, view.unverified_coding = self.orientation, self.unverified_coding
        view.platform_extras, view.byte_count = self.platform_extras, self.byte_count
        return view


class Collection:
    """All files by path, and all entries in the order of the recipes."""

    def __init__(self):
        self.files = {}
        self.pictures = []

    def add(self, path, data, why, *, size=(8, 8), frames=1, integrity="intact", findings=(), format=UNSET, **options):
        """Adds a file and its first entry. The format is that of its folder unless given."""
        if path in self.files:
            raise ValueError(f"two recipes write {path}")
        self.files[path] = data
        folder = path.split("/")[0]
        self.pictures.append(Picture(
            path, len(data), why, size=size, frames=frames, integrity=integrity, findings=findings,
            format=folder if format is UNSET else format, options=options))

    def again(self, path, why, *, findings=None, **options):
        """Another entry for a file: under another name, declared type, policy or length.

        `findings` are all of the entry's findings when given; otherwise those of the file's first entry.
        """
        first = next(picture for picture in self.pictures if picture.path == path)
        integrity = options.pop("integrity", first.integrity)
        options.setdefault("orientation", first.orientation)
        self.pictures.append(Picture(
            path, first.byte_count, why, size=options.pop("size", first.size),
            frames=options.pop("frames", first.frames), integrity=integrity,
            findings=first.findings if findings is None else findings,
            format=options.pop("format", first.format), options=options))

    def expectations(self):
        """The oracle: an array with one entry a line."""
        lines = [json.dumps(picture.entry(), ensure_ascii=True) for picture in self.pictures]
        return ("[\n" + ",\n".join(lines) + "\n]\n").encode()
