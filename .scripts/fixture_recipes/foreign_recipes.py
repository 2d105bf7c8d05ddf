"""Whole and hostile files of the formats that `prepare` converts: BMP, TIFF, WebP, HEIC, AVIF.

All of BMP, TIFF and lossless WebP show one picture of 13x7 pixels, so that a test can say what each pixel must be.
"""

from . import bmp_files, heif_files, tiff_files, webp_files


def add_all(files):
    for source in (bmp_files, tiff_files, webp_files, heif_files):
        for name, data, why in source.rows():
            files.add(f"foreign/{name}", data, why, size=None, frames=None, integrity="undetermined",
                      format=FORMATS[name.rsplit(".", 1)[1]])


FORMATS = {"bmp": "bmp", "tiff": "tiff", "webp": "webp", "heic": "heic", "avif": "avif"}
