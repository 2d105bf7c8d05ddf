"""What each platform makes of a picture, written from the platforms' published rules.

This is deliberately a second statement of the same demands, beside the one in Swift, and shares nothing with it: the
tests hold the two against each other. Sources are named at the Swift limits.
"""

ALL = ["ios", "android", "web", "huawei"]

TAKES = {"ios": {"png", "jpeg", "gif"}, "android": {"png", "jpeg", "gif"}, "web": {"png", "jpeg", "gif"},
         "huawei": {"png", "jpeg"}}
# Taken by some versions of the platform, and not verified by us: the answer is "undetermined".
MAY_TAKE = {"ios": set(), "android": {"webp", "heic", "avif", "bmp"}, "web": {"webp", "ico", "bmp", "avif"},
            "huawei": set()}
# Named by `file.not-an-image`; what a platform takes does not matter then.
NOT_PICTURES = {"html", "json", "xml", "pdf", "zip", "gzip", "mp4", "mov", "webm"}
# Whether a coding that we cannot verify (lossless or 12-bit JPEG, CgBI) is refused.
REFUSES_CODINGS = {"ios"}

MAX_BYTES = {"ios": 10_485_760, "android": 1_048_576, "huawei": 524_287}
CAUTION_BYTES = {"ios": 10_000_000}
MAX_DECODED = {"android": 100 * 1024 * 1024}
CAUTION_DECODED = {"ios": 12 * 1024 * 1024, "android": 24 * 1024 * 1024}
MAX_ANIMATED = {"ios": 24 * 1024 * 1024}
MIN_WIDTH = {"ios": 300, "android": 300, "web": 360}
MIN_HEIGHT = {"web": 180}
MAX_WIDTH = {"ios": 2000, "android": 2000, "web": 2000}
WIDE_ONLY = {"android", "web"}
STILL_ONLY = {"android", "web", "huawei"}
# They go by the bytes, whatever type is declared.
IGNORES_DECLARED_TYPE = {"android", "web"}
IGNORES_ORIENTATION = {"android"}

ERRORS = {"format-unsupported", "file-too-large", "decoded-too-large", "extension-missing", "extension-unsupported",
          "content-type-mismatch"}
NOTES = {"format-not-verified", "image-not-shown-everywhere", "above-vendor-advice"}

# Severities of the findings that belong to the file, where they are not errors.
FILE_WARNINGS = {
    "png.ancillary-crc-mismatch", "png.trailing-image-data", "png.trailing-zlib-bytes", "png.trailing-bytes",
    "png.malformed-metadata", "png.malformed-icc", "png.malformed-animation", "png.index-mismatch",
    "jpeg.extraneous-bytes",
    "jpeg.trailing-bytes", "jpeg.trailing-pictures", "jpeg.malformed-metadata", "jpeg.malformed-icc",
    "jpeg.arithmetic-coding", "gif.missing-trailer", "gif.trailing-pixels", "gif.trailing-bytes",
    "gif.frame-outside-screen", "gif.missing-palette", "gif.index-mismatch", "file.embedded-markup",
    "file.extension-doubled", "file.extension-in-query", "file.name-too-long", "file.name-malformed",
    "file.name-without-stem", "content-type.missing", "content-type.malformed", "content-type.mismatch",
    "content-type.not-an-image",
}
FILE_NOTES = {
    "png.cgbi-not-verified", "jpeg.coding-not-verified", "file.extension-missing", "file.extension-unknown",
    "file.extension-mismatch", "file.extension-uppercase", "file.name-percent-encoded", "file.name-not-normalized",
    "file.name-leading-dash", "file.name-reserved", "content-type.generic", "content-type.alias", "color.cmyk",
    "color.sixteen-bit", "color.wide-gamut", "color.progressive", "metadata.gps", "metadata.private",
    "metadata.thumbnail", "check.not-verified",
}


def file_severity(platform, finding):
    if finding.startswith("content-type.") and platform in IGNORES_DECLARED_TYPE:
        return "note"
    if finding.startswith("limit.") or finding in FILE_WARNINGS:
        return "warning"
    return "note" if finding in FILE_NOTES else "error"


def platform_severity(finding):
    name = finding.split(".", 1)[1]
    return "error" if name in ERRORS else "note" if name in NOTES else "warning"


def format_findings(platform, picture):
    """Whether the platform takes the format at all."""
    if picture.format is None or picture.format in NOT_PICTURES:
        return []
    if picture.format in MAY_TAKE[platform]:
        return ["format-not-verified"]
    if picture.format not in TAKES[platform]:
        return ["format-unsupported"]
    if picture.unverified_coding:
        return ["format-unsupported" if platform in REFUSES_CODINGS else "format-not-verified"]
    return []


def byte_findings(platform, picture):
    if picture.byte_count > MAX_BYTES.get(platform, picture.byte_count):
        return ["file-too-large"]
    if picture.byte_count > CAUTION_BYTES.get(platform, picture.byte_count):
        return ["file-may-be-too-large"]
    return []


def shown_size(platform, picture):
    """Orientations 5 to 8 lie on their side, where the platform turns them."""
    turned = picture.orientation > 4 and platform not in IGNORES_ORIENTATION
    return picture.size[::-1] if turned else picture.size


def pixel_findings(platform, picture):
    """Memory, sides and shape, where the size is known."""
    if not picture.size:
        return []
    width, height = shown_size(platform, picture)
    decoded = width * height * 4
    found = []
    if decoded > MAX_DECODED.get(platform, decoded):
        found.append("decoded-too-large")
    elif decoded > CAUTION_DECODED.get(platform, decoded):
        found.append("decoded-may-be-too-large")
    if width < MIN_WIDTH.get(platform, 0):
        found.append("width-too-small")
    if width > MAX_WIDTH.get(platform, width):
        found.append("width-too-large")
    if height < MIN_HEIGHT.get(platform, 0):
        found.append("height-too-small")
    if platform in WIDE_ONLY and not 1.9 <= width / height <= 2.1:
        found.append("aspect-ratio-mismatch")
    return found


def trait_findings(platform, picture):
    found = []
    frames = picture.frames or 1
    decoded = frames * picture.size[0] * picture.size[1] * 4 if picture.size else 0
    if frames > 1 and decoded > MAX_ANIMATED.get(platform, decoded):
        found.append("animation-too-large")
    if frames > 1 and platform in STILL_ONLY and picture.format in TAKES[platform]:
        found.append("animation-not-shown")
    if picture.orientation != 1 and platform in IGNORES_ORIENTATION:
        found.append("orientation-ignored")
    return found


def caveats(platform, picture):
    """Several browsers show no picture in a notification at all."""
    shown = picture.format in TAKES["web"] | MAY_TAKE["web"]
    return ["image-not-shown-everywhere"] if platform == "web" and shown else []


def platform_findings(platform, picture):
    """Ids of everything that the platform itself has to say, sorted."""
    found = (format_findings(platform, picture) + byte_findings(platform, picture)
             + pixel_findings(platform, picture) + trait_findings(platform, picture) + caveats(platform, picture))
    owned = [f"{platform}.{name}" for name in found]
    return sorted(set(owned) | {name for name in picture.platform_extras if name.startswith(platform + ".")})


def verdict(platform, picture):
    """Rejected by any error, else undetermined (a quick check: at risk), else at risk by any warning, else accepted."""
    own = platform_findings(platform, picture)
    severities = [platform_severity(name) for name in own]
    severities += [file_severity(platform, name) for name in picture.findings]
    if "error" in severities:
        return "rejected"
    if "check.not-verified" in picture.findings:
        # What was asked for was done: only something else can leave it open.
        is_open = any(name.startswith("limit.") for name in picture.findings)
        return "undetermined" if is_open or f"{platform}.format-not-verified" in own else "atRisk"
    if picture.integrity == "undetermined" or f"{platform}.format-not-verified" in own:
        return "undetermined"
    return "atRisk" if "warning" in severities else "accepted"
