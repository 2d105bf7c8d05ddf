"""Recipes of the files in TestImages, one module a format, written with the standard library only."""
