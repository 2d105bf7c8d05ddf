"""The same files under other names, types, policies and lengths: what the delivery makes of a good picture."""

from .collection import UNSET

CLEAN_PNG = "png/clean-600x300.png"
CLEAN_JPEG = "jpeg/clean-600x300.jpg"
CLEAN_GIF = "gif/clean-600x300.gif"
UNSUPPORTED = ["ios.extension-unsupported"]
MISSING = ["ios.extension-missing"]


def add_all(files):
    add_names(files)
    add_extensions(files)
    add_types(files)
    add_wrong_names(files)
    add_lengths(files)
    add_heads(files)
    add_policies(files)
    add_quick_checks(files)


def named(files, name, findings, why, platform_extras=(), path=CLEAN_PNG, **options):
    files.again(path, why, name=name, findings=findings, platform_extras=list(platform_extras), **options)


def add_extensions(files):
    named(files, "hero.png", [], "a good name")
    named(files, "hero", ["file.extension-missing"], "no extension: iOS cannot tell the type", MISSING)
    named(files, "hero.", ["file.extension-missing", "file.name-malformed"],
          "a dot and nothing behind it, which Windows drops", MISSING)
    named(files, "hero.xyzzy", ["file.extension-unknown"], "an extension that nobody knows", UNSUPPORTED)
    named(files, "hero.jpg", ["file.extension-mismatch"], "PNG bytes named .jpg are shown")
    named(files, "hero.webp", ["file.extension-mismatch"], "an extension that iOS does not take", UNSUPPORTED)
    named(files, "HERO.PNG", ["file.extension-uppercase"], "upper case")
    named(files, "hero.jpeg", [], "the longer extension", path=CLEAN_JPEG)
    named(files, "hero.gif.mp4", ["file.extension-doubled", "file.extension-mismatch"], "as one platform appends it",
          UNSUPPORTED, path=CLEAN_GIF)
    named(files, "hero.jpg.png", ["file.extension-doubled"], "two extensions, the last one right")
    named(files, "download?file=hero.png", ["file.extension-in-query", "file.extension-missing"],
          "the extension is in the query", MISSING)


def add_names(files):
    named(files, "hero%20image.png", ["file.name-percent-encoded"], "still percent-encoded")
    named(files, "he\u0301ro.png", ["file.name-not-normalized"], "a decomposed letter")
    named(files, "h\u00e9ro.png", [], "a composed letter")
    named(files, "n" * 251 + ".png", [], "255 bytes are allowed")
    named(files, "n" * 252 + ".png", ["file.name-too-long"], "256 bytes are not")
    named(files, "he\nro.png", ["file.name-malformed"], "a line feed in the name")
    named(files, "he\u0000ro.png", ["file.name-malformed"], "a zero in the name")
    named(files, "-hero.png", ["file.name-leading-dash"], "reads as an option")
    named(files, "CON.png", ["file.name-reserved"], "a device on Windows")
    named(files, "com1.png", ["file.name-reserved"], "a device on Windows in lower case")
    named(files, ".png", ["file.name-without-stem"], "a hidden file without an extension, as iOS reads it", MISSING)


def add_types(files):
    """What the server says, with the clean PNG under a good name."""

    def typed(declared, findings, why, platform_extras=(), **options):
        files.again(CLEAN_PNG, why, name=options.pop("name", "hero.png"), declaredType=declared, findings=findings,
                    platform_extras=list(platform_extras), **options)

    wrong = ["ios.content-type-mismatch"]
    typed("image/png", [], "the right type")
    typed("IMAGE/PNG; charset=binary", [], "case and parameters do not matter")
    typed('image/png;note="a;b, \\"c\\""', [], "a quoted parameter")
    typed("", ["content-type.missing"], "a response without a type")
    typed("png", ["content-type.malformed"], "no slash")
    typed("image/png/8", ["content-type.malformed"], "two slashes")
    typed("image/ png", ["content-type.malformed"], "a space inside")
    typed("application/octet-stream", ["content-type.generic"], "any bytes; the extension decides")
    typed("image/x-png", ["content-type.alias"], "an old spelling")
    typed("image/jpeg", ["content-type.mismatch"], "another picture type; iOS takes both")
    typed("image/webp", ["content-type.mismatch"], "iOS would name it .png.webp", wrong)
    typed("text/html", ["content-type.not-an-image"], "iOS would name it .png.html", wrong)
    typed("image/png", ["file.extension-missing"], "iOS appends the extension of the type", name="hero")
    typed("application/octet-stream", ["content-type.generic", "file.extension-missing"], "nothing names the type",
          MISSING, name="hero")
    files.again(CLEAN_JPEG, "an alias of image/jpeg", declaredType="image/jpg", findings=["content-type.alias"])
    files.again(CLEAN_JPEG, "an alias of image/jpeg", declaredType="image/pjpeg", findings=["content-type.alias"])


def add_wrong_names(files):
    """Pages and foreign pictures under the names of pictures."""
    page = "other/not-found.html"
    named(files, "hero.png", ["file.extension-mismatch", "file.not-an-image"], "an error page named .png", path=page)
    named(files, "hero.png", ["file.extension-mismatch"], "a script in an SVG named .png", path="other/script.svg")
    named(files, "hero.jpg", ["file.extension-mismatch"], "WebP named .jpg", path="other/picture.webp")
    named(files, "hero.png", ["file.extension-mismatch"], "JPEG named .png", path=CLEAN_JPEG)


def add_lengths(files):
    """Padding behind a whole picture: only the number of bytes changes."""
    tail = ["png.trailing-bytes"]

    def padded(byte_count, why, **options):
        files.again(CLEAN_PNG, why, padTo=byte_count, findings=tail, **options)

    padded(524_287, "the last byte count that Huawei takes")
    padded(524_288, "512 KB is too much for Huawei")
    padded(1_048_576, "1 MiB is what Firebase on Android downloads")
    padded(1_048_577, "one byte more is not")
    padded(10_000_000, "the smaller reading of Apple's 10 MB")
    padded(10_000_001, "above the smaller reading")
    padded(10_485_760, "the larger reading of Apple's 10 MB")
    padded(10_485_761, "one byte more is refused by any reading")


def limited(files, path, limits, finding, why, integrity="undetermined", **options):
    """An own, smaller limit; every limit leaves the file undetermined."""
    first = next(picture for picture in files.pictures if picture.path == path)
    findings = [*first.findings, finding] if finding else first.findings
    files.again(path, why, policy={"limits": limits}, findings=findings, integrity=integrity, **options)


def add_heads(files):
    """Only the beginning is at hand: facts of the header, and no word about the rest."""
    for path, frames in [(CLEAN_PNG, 1), (CLEAN_JPEG, 1), (CLEAN_GIF, UNSET)]:
        files.again(path, "the first 400 bytes of a larger file", headOnly=400, integrity="undetermined",
                    findings=["limit.file-too-large"], frames=frames)


def add_quick_checks(files):
    """Headers only: never intact, never accepted, and blind to whatever stands behind the header."""
    note = ["check.not-verified"]

    def quick(path, why, findings=(), integrity="undetermined", **options):
        files.again(path, why, quick=True, findings=note + list(findings), integrity=integrity, **options)

    for path in [CLEAN_PNG, CLEAN_JPEG, CLEAN_GIF]:
        quick(path, "a good header")
        quick(path, "a good header in the first bytes of the file", headOnly=400)
    quick("jpeg/truncated-in-scan.jpg", "a cut behind the header is not seen")
    quick("png/header-zero-width.png", "a damaged header is", ["png.malformed-header"], "damaged", size=None)
    quick(CLEAN_PNG, "one pixel too many", ["limit.pixels-too-large"], policy={"limits": {"maxPixelCount": 179_999}})
    quick(CLEAN_PNG, "the name is looked at", ["file.extension-mismatch"], name="hero.webp",
          platform_extras=UNSUPPORTED)
    files.again("other/picture.webp", "a format of which nothing is verified has no note about it", quick=True)


def add_policies(files):
    gif = "gif/animated.gif"
    cases = [
        (CLEAN_PNG, {"maxPixelCount": 180_000}, None, "exactly as many pixels as allowed"),
        (CLEAN_PNG, {"maxPixelCount": 179_999}, "limit.pixels-too-large", "one pixel too many"),
        (CLEAN_PNG, {"maxByteCount": 1000}, "limit.file-too-large", "more bytes than are read"),
        (CLEAN_JPEG, {"maxPixelCount": 179_999}, "limit.pixels-too-large", "one pixel too many"),
        (CLEAN_GIF, {"maxPixelCount": 179_999}, "limit.pixels-too-large", "one pixel too many"),
        (gif, {"maxFrameCount": 4}, None, "exactly as many frames as allowed"),
        (gif, {"maxTotalPixelCount": 63}, "limit.total-pixels-too-large", "four frames of 16 pixels are 64"),
        ("jpeg/progressive-gray.jpg", {"maxScanBlockCount": 10}, None, "five scans of two blocks, exactly as allowed"),
        ("jpeg/progressive-gray.jpg", {"maxScanBlockCount": 9}, "limit.scan-blocks-too-large", "one block too many"),
        ("jpeg/progressive-gray.jpg", {"maxCoefficientByteCount": 200}, "limit.coefficients-too-large",
         "two blocks of 64 coefficients of 2 bytes"),
        ("png/many-idat.png", {"maxChunkCount": 5}, "limit.chunks-too-large", "more chunks than five"),
        ("png/compressed-text.png", {"maxMetadataChunkByteCount": 80}, "limit.metadata-too-large",
         "81 bytes inflated from one chunk"),
        ("png/compressed-text.png", {"maxMetadataByteCount": 80}, "limit.metadata-too-large",
         "81 bytes inflated in all"),
    ]
    for path, limits, finding, why in cases:
        limited(files, path, limits, finding, why, "undetermined" if finding else "intact")
    # Costs that only a decoder of pixels has.
    limited(files, gif, {"maxDecodedPixelCount": 63}, "limit.total-pixels-too-large",
            "four frames of 16 pixels are 64", engine="reference")
    for count, finding, why in [(5, None, "exactly as many scans as allowed"),
                                (4, "limit.scans-too-large", "one scan too many")]:
        limited(files, "jpeg/progressive-gray.jpg", {"maxScanCount": count}, finding, why,
                "undetermined" if finding else "intact", engine="reference")
    limited(files, "png/black-7300x3650.png", {"maxCPUSeconds": 0.000001}, "limit.time-too-large", "a microsecond",
            engine="reference")
    # The walk ends at the limit: what lies behind it is not known.
    limited(files, gif, {"maxFrameCount": 3}, "limit.frames-too-large", "one frame too many", frames=UNSET)
    limited(files, "jpeg/icc-in-two.jpg", {"maxMarkerCount": 3}, "limit.markers-too-large",
            "more marker segments than three", size=None, frames=None)
    files.again(CLEAN_PNG, "an app's own limit for iOS", policy={"platforms": {"ios": {"maxByteCount": 1000}}},
                findings=[], platform_extras=["ios.file-too-large"])
