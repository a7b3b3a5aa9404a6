"""The loop of a worker in Python: takes inputs from shared memory, calls the function, and leaves results there.

Arguments: descriptor of the memory, descriptor of the bell, file, function, number of arguments (or -1), their types
(a letter each, d or i, or -).
"""
import difflib
import fcntl
import importlib.util
import inspect
import mmap
import os
import struct
import sys

CAPACITY, ARGUMENTS, SLOT = 4096, 32, 256
INPUTS = 4096
RESULTS = INPUTS + CAPACITY * ARGUMENTS * 16
READY = 0x6C796469616E0001
MASK = (1 << 64) - 1
CODES = {"d": ord("f") << 8 | 8, "i": ord("i") << 8 | 8}
WIDE = ord("w") << 8 | 8
VALUE, REJECTED, BROKEN = 1, 2, 3
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


def types_of(function, wanted, given):
    """A letter per argument. An annotation `int` asks for an integer."""
    if given != "-":
        return given
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        parameters = None
    if parameters is None or any(p.kind == p.VAR_POSITIONAL for p in parameters):
        if wanted < 0:
            raise Unusable("the number of its arguments is not known|give a signature")
        return "d" * wanted
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = sum(p.default is p.empty for p in places)
    count = wanted if needed <= wanted <= len(places) else needed
    return "".join("i" if p.annotation in (int, "int") else "d" for p in places[:count])


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
    text = text[:208]
    body = struct.pack("<BBHHHqq", outcome, 0, code, len(text), 0, 0, exponent) + value + text
    body += bytes(-len(body) % 8)
    h = mix(key, sequence)
    for word in struct.unpack(f"<{len(body) // 8}Q", body):
        h = mix(h, word)
    return struct.pack("<Q", h) + body


def serve(memory, bell, key, function, types):
    me = os.getpid()
    layout = struct.Struct("<" + "".join(t.replace("i", "q") + "8x" for t in types))
    pack_progress = struct.Struct("<Q").pack_into
    while os.read(bell, 1):
        base, first, count = struct.unpack_from("<3Q", memory, 24)
        for i in range(first, min(count, CAPACITY)):
            pack_progress(memory, 16, i + 1)
            try:
                outcome = answer(function(*layout.unpack_from(memory, INPUTS + i * layout.size)))
            except Exception as error:
                kind = BROKEN if isinstance(error, MISTAKES) else REJECTED
                outcome = kind, 0, 0, bytes(16), say(error).encode(errors="replace")
            if os.getpid() != me:
                os._exit(0)
            sealed = seal(key, base + i, *outcome)
            place = RESULTS + i * SLOT
            memory[place : place + len(sealed)] = sealed
        os.write(bell, b"d")


def main():
    memory_fd, bell, path, name, wanted, given = sys.argv[1:7]
    memory = mmap.mmap(int(memory_fd), RESULTS + CAPACITY * SLOT)
    memory.madvise(mmap.MADV_DONTFORK)
    os.close(int(memory_fd))
    high = fcntl.fcntl(int(bell), fcntl.F_DUPFD_CLOEXEC, 700)
    os.close(int(bell))
    key = struct.unpack_from("<Q", memory, 8)[0]
    struct.pack_into("<Q", memory, 8, 0)
    sys.argv[1:] = []
    function, types = None, ""
    try:
        function = load(path, name)
        types = types_of(function, int(wanted), given)
        struct.pack_into("<II", memory, 48, len(types), 0)
        struct.pack_into(f"<{len(types)}H", memory, 56, *(CODES[t] for t in types))
    except Unusable as error:
        text = str(error).encode(errors="replace")[:511]
        struct.pack_into("<I", memory, 124, 1)
        memory[128 : 128 + len(text)] = text
    struct.pack_into("<Q", memory, 0, READY)
    os.write(high, b"r")
    serve(memory, high, key, function, types)


main()
