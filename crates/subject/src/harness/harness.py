"""The loop of a worker in Python: takes inputs from shared memory, calls the function, and leaves results there.

Arguments: descriptor of the memory, descriptor of the bell, file, function, number of arguments (or -1), their types
(a letter each, d or i, or -), and the interface: a word for each parameter (in, changed or filled as a letter, and the
size of an array), how many numbers are returned, all in words. Without an interface the first of these is -.
"""
import collections.abc
import difflib
import fcntl
import importlib.util
import inspect
import mmap
import os
import re
import struct
import sys

PAGE = 4096
HEAD, TEXT_AT, ARGUMENTS_AT = 48, 80, 592
READY = 0x6C796469616E0001
MASK = (1 << 64) - 1
CODES = {"d": ord("f") << 8 | 8, "i": ord("i") << 8 | 8}
WIDE = ord("w") << 8 | 8
VALUE, REJECTED, BROKEN, VALUES = 1, 2, 3, 4
# These speak of the code and not of the input: a name that is not there rejects nothing.
MISTAKES = (AttributeError, ImportError, NameError, TypeError)


class Unusable(Exception):
    """What is wrong, a bar, and what to do about it."""


def load(path, name):
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.dirname(path))
    stem = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Unusable(f"importing the module fails: {say(error)}|make `python3 {os.path.basename(path)}` work")
    function = module
    for part in name.split("."):
        function = getattr(function, part, None)
    if not callable(function):
        names = [n for n in vars(module) if callable(getattr(module, n)) and not n.startswith("__")]
        near = (difflib.get_close_matches(name, names, 5, 0) or names)[:5]
        shown = "names that are there: " + ", ".join(f"`{n}`" for n in near) if near else "check the name and the file"
        raise Unusable(f"{os.path.basename(path)} has no function `{name}`|{shown}")
    return function


def places_of(function):
    """The parameters that can be given by position; None if any number of them is possible or nothing is known."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    if any(p.kind == p.VAR_POSITIONAL for p in parameters):
        return None
    return [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


def types_of(function, wanted, given):
    """A letter per argument. An annotation `int` asks for an integer."""
    if given != "-":
        return given
    places = places_of(function)
    if places is None:
        if wanted < 0:
            raise Unusable("the number of its arguments is not known|give a signature")
        return "d" * wanted
    needed = sum(p.default is p.empty for p in places)
    count = wanted if needed <= wanted <= len(places) else needed
    return "".join("i" if p.annotation in (int, "int") else "d" for p in places[:count])


class Plain:
    """Numbers in, one number out."""

    def __init__(self, function, types):
        self.function, self.types = function, types

    def call(self, numbers):
        return answer(self.function(*numbers))


class Shaped:
    """Arrays in and several numbers out, as an interface says."""

    def __init__(self, function, given, words, returned, shown):
        self.function, self.returned = function, int(returned)
        self.parts = [(word[0], int(word[1:]) if word[1:] else None) for word in words]
        places = self.fitting(shown)
        notes = [str(p.annotation) for p in places] if places else []
        notes += [""] * (len(words) - len(notes))
        self.arrays = [re.search("ndarray", note, re.I) is not None for note in notes]
        whole = [re.search(r"\bu?int\d*\b", note) and "float" not in note for note in notes]
        self.letters = ["i" if w else "d" for w in whole] if given == "-" else list(given)
        counts = [0 if way == "f" else 1 if size is None else size for way, size in self.parts]
        self.types = "".join(letter * count for letter, count in zip(self.letters, counts))

    def fitting(self, shown):
        places, passed = places_of(self.function), len(self.parts)
        if places is None:
            return None
        needed = sum(p.default is p.empty for p in places)
        if not needed <= passed <= len(places):
            name = self.function.__name__
            raise Unusable(
                f"`{name}{inspect.signature(self.function)}` does not fit the contract, which has {name}{shown}: "
                f"it takes {len(places)} parameters, and the contract passes {passed}"
                "|correct the contract, name another function, or write one around it that fits"
            )
        return places

    def call(self, numbers):
        numbers = iter(numbers)
        arguments = [self.argument(i, numbers) for i in range(len(self.parts))]
        y = self.function(*arguments)
        back = [("returned", self.returned, [] if y is None else flat(y))]
        for (way, size), argument in zip(self.parts, arguments):
            if way != "i":
                back.append(("left", size, flat(argument)))
        return joined(back)

    def argument(self, i, numbers):
        way, size = self.parts[i]
        if size is None:
            return next(numbers)
        values = [float("nan") if way == "f" else next(numbers) for _ in range(size)]
        if not self.arrays[i]:
            return values
        import numpy

        return numpy.array(values, dtype="int64" if self.letters[i] == "i" and way != "f" else "float64")


def flat(y):
    """The numbers in sequences of sequences, in order."""
    if getattr(y, "ndim", 0) > 0 and hasattr(y, "dtype"):
        return list(y.ravel())
    if isinstance(y, collections.abc.Sequence) and not isinstance(y, (str, bytes)):
        return [number for part in y for number in flat(part)]
    return [y]


def joined(back):
    """One outcome of several parts: what each is, how many numbers it must have, and its numbers."""
    cells = []
    for verb, expected, numbers in back:
        if len(numbers) != expected:
            text = f"{verb} {len(numbers)} number{'s' * (len(numbers) != 1)}, and the contract has {expected}"
            return BROKEN, 0, 0, bytes(16), text.encode()
        for number in numbers:
            outcome, code, exponent, value, text = answer(number)
            if outcome != VALUE:
                return outcome, 0, 0, bytes(16), text
            cells.append(value[:10] + struct.pack("<iH", exponent, code))
    return VALUES, 0, 0, bytes(16), b"".join(cells)


def say(error):
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def answer(y):
    """Outcome, code of the type, exponent, 16 bytes, text."""
    if isinstance(y, float):
        return VALUE, CODES["d"], 0, struct.pack("<d8x", y), b""
    if isinstance(y, int):
        return whole(int(y))
    if getattr(y, "ndim", None) == 0 and hasattr(y, "dtype"):
        return from_numpy(y)
    if isinstance(y, complex):
        return REJECTED, 0, 0, bytes(16), b"returned a complex number"
    return BROKEN, 0, 0, bytes(16), f"returned a {type(y).__name__}, which is no number".encode()


def whole(n):
    if -(1 << 63) <= n < 1 << 63:
        return VALUE, CODES["i"], 0, struct.pack("<q8x", n), b""
    drop = abs(n).bit_length() - 64
    top = abs(n) >> drop if drop > 0 else abs(n)
    more = drop > 0 and top << drop != abs(n)
    return VALUE, WIDE, max(drop, 0), struct.pack("<QBB6x", top, n < 0, more), b""


def from_numpy(y):
    kind, size = y.dtype.kind, y.dtype.itemsize
    if kind == "f" and size == 4:
        return VALUE, ord("f") << 8 | 4, 0, struct.pack("<f12x", y), b""
    if kind == "f" and size == 16:
        return VALUE, ord("f") << 8 | 16, 0, y.tobytes()[:10] + bytes(6), b""
    if kind in "iub":
        return whole(int(y))
    if kind == "f":
        return answer(float(y))
    return answer(complex(y) if kind == "c" else y.item())


def mix(h, word):
    h = (h ^ word) * 0x9E3779B97F4A7C15 & MASK
    return h ^ h >> 32


def seal(key, sequence, outcome, code, exponent, value, text):
    body = struct.pack("<BBHHHqq", outcome, 0, code, len(text), 0, 0, exponent) + value + text
    body += bytes(-len(body) % 8)
    h = mix(key, sequence)
    for word in struct.unpack(f"<{len(body) // 8}Q", body):
        h = mix(h, word)
    return struct.pack("<Q", h) + body


def serve(memory, bell, key, subject, layout):
    me = os.getpid()
    capacity, results, slot = layout
    numbers = struct.Struct("<" + "".join(t.replace("i", "q") + "8x" for t in subject.types))
    pack_progress = struct.Struct("<Q").pack_into
    while os.read(bell, 1):
        base, first, count = struct.unpack_from("<3Q", memory, 24)
        for i in range(first, min(count, capacity)):
            pack_progress(memory, 16, i + 1)
            try:
                outcome = subject.call(numbers.unpack_from(memory, PAGE + i * numbers.size))
            except Exception as error:
                kind = BROKEN if isinstance(error, MISTAKES) else REJECTED
                outcome = kind, 0, 0, bytes(16), say(error).encode(errors="replace")
            if os.getpid() != me:
                os._exit(0)
            *outcome, text = outcome
            sealed = seal(key, base + i, *outcome, text[: slot - HEAD])
            place = results + i * slot
            memory[place : place + len(sealed)] = sealed
        os.write(bell, b"d")


def attach(descriptor):
    """The memory, and its layout: capacity, where the results are, bytes of a result."""
    with mmap.mmap(descriptor, PAGE) as head:
        capacity, width, slot = struct.unpack_from("<3I", head, 64)
    results = PAGE + -(-capacity * width * 16 // PAGE) * PAGE
    memory = mmap.mmap(descriptor, results + capacity * slot)
    memory.madvise(mmap.MADV_DONTFORK)
    os.close(descriptor)
    return memory, (capacity, results, slot)


def prepare(path, name, wanted, given, words, returned, shown):
    function = load(path, name)
    if words != "-":
        return Shaped(function, given, words.split(), returned, shown)
    return Plain(function, types_of(function, int(wanted), given))


def main():
    memory_fd, bell, *rest = sys.argv[1:10]
    memory, layout = attach(int(memory_fd))
    high = fcntl.fcntl(int(bell), fcntl.F_DUPFD_CLOEXEC, 700)
    os.close(int(bell))
    key = struct.unpack_from("<Q", memory, 8)[0]
    struct.pack_into("<Q", memory, 8, 0)
    sys.argv[1:] = []
    subject = Plain(None, "")
    try:
        subject = prepare(*rest)
        types = subject.types
        struct.pack_into("<II", memory, 48, len(types), 0)
        struct.pack_into(f"<{len(types)}H", memory, ARGUMENTS_AT, *(CODES[t] for t in types))
    except Unusable as error:
        text = str(error).encode(errors="replace")[:511]
        struct.pack_into("<I", memory, 60, 1)
        memory[TEXT_AT : TEXT_AT + len(text)] = text
    struct.pack_into("<Q", memory, 0, READY)
    os.write(high, b"r")
    serve(memory, high, key, subject, layout)


main()
