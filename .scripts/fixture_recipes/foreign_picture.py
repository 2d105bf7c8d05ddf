"""The picture that the foreign formats show: every pixel has a colour of its own."""

WIDTH, HEIGHT = 13, 7


def color(x, y):
    return (x * 20, y * 40, x * y * 3)


def alpha(x, y):
    return 255 - x * 10 - y * 5


def index(x, y, count):
    """For pictures with a palette."""
    return (x + 2 * y) % count


def palette(count):
    return [(i * 255 // max(count - 1, 1), 255 - i * 255 // max(count - 1, 1), i * 37 % 256) for i in range(count)]


def grays(count):
    return [(i * 255 // max(count - 1, 1),) * 3 for i in range(count)]


def rows():
    """The places of the pixels, row by row from the top."""
    return [[(x, y) for x in range(WIDTH)] for y in range(HEIGHT)]
