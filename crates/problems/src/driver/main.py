"""The last part of a driver: runs every mutant of a range in a process of its own and prints a line for each.

    driver.py DATA SECONDS FIRST LAST STEP

The mutants are the files mutant_K.py of this folder. See main.c for data and rows.
"""


def read_calls(path):
    with open(path, "rb") as file:
        data = file.read()
    numbers = struct.unpack("<%dd" % (len(data) // 8), data)
    calls, at = [], 1
    for _ in range(int(numbers[0])):
        problem, most, seconds, inputs = int(numbers[at]), numbers[at + 1], numbers[at + 2], int(numbers[at + 3])
        at += 4
        arguments = list(numbers[at : at + inputs])
        at += inputs
        answers = int(numbers[at])
        expected = numbers[at + 1 : at + 1 + 2 * answers]
        at += 1 + 2 * answers
        calls.append((problem, most, seconds, arguments, expected))
    return calls


def error_of(answers, expected):
    """The greatest distance from the right answers; NaN if an answer is not finite."""
    worst = 0.0
    if 2 * len(answers) != len(expected):
        return _m.nan
    for i, answer in enumerate(answers):
        error = abs((float(answer) - expected[2 * i]) - expected[2 * i + 1])
        if not _m.isfinite(error):
            return _m.nan
        worst = max(worst, error)
    return worst


def run_call(algorithm, call, left):
    """Error, work and seconds of processor time. Timers come late, so the time is looked at once more."""
    global _work, _most
    problem, most, seconds, arguments, expected = call
    begun = time.process_time()
    seconds = min(seconds, left)
    signal.setitimer(signal.ITIMER_PROF, max(seconds, 1e-6))
    _work, _most = 0, most
    try:
        error = error_of(lydian_call(algorithm, problem, arguments), expected)
    except (ArithmeticError, ValueError, TypeError, LookupError, AttributeError, NameError):
        error = _m.nan
    used = time.process_time() - begun
    if used > seconds:
        os._exit(LATE)
    return error, float(_work), used


def run_calls(algorithm, calls, left):
    rows = []
    for call in calls:
        rows.append(run_call(algorithm, call, left))
        left -= rows[-1][2]
    return [number for column in zip(*rows) for number in column]


def load(mutant):
    with open("mutant_%d.py" % mutant, encoding="utf-8") as file:
        text = file.read()
    # Classes look up their module, and modules beside the source can be imported.
    with open("folder", encoding="utf-8") as file:
        sys.path.insert(0, file.read())
    module = sys.modules["mutant"] = types.ModuleType("mutant")
    module.__file__ = "mutant.py"
    exec(compile(text, "mutant.py", "exec"), module.__dict__)
    return getattr(module, FUNCTION)


def refuse_fork():
    """An algorithm that multiplies would take the machine with it."""
    raise OSError("no fork here")


def become_mutant(mutant, seconds, calls, pipe):
    nowhere = os.open(os.devnull, os.O_RDWR)
    for fd in range(3):
        os.dup2(nowhere, fd)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, max(seconds, 1e-6))
    signal.alarm(int(10 + 20 * min(seconds, 1e6)))
    os.fork = os.forkpty = refuse_fork
    try:
        algorithm = load(mutant)
    except BaseException:
        os._exit(LOAD)
    try:
        numbers = run_calls(algorithm, calls, seconds)
        text = " ".join("%x" % bits for bits in struct.unpack("<%dQ" % len(numbers), struct.pack("<%dd" % len(numbers), *numbers)))
        with os.fdopen(pipe, "w") as out:
            out.write(text + " end")
    except BaseException:
        os._exit(99)
    os._exit(0)


def ending(status, text):
    if os.WIFSIGNALED(status):
        return "signal-%d" % os.WTERMSIG(status)
    code = os.WEXITSTATUS(status)
    if code == 0 and text.endswith(" end"):
        return "ok"
    return {LATE: "late", OVERWORKED: "overworked", LOAD: "load", 99: "error"}.get(code, "exit-%d" % code)


def run_mutant(mutant, seconds, calls):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        become_mutant(mutant, seconds, calls, writer)
    os.close(writer)
    with os.fdopen(reader, "r", errors="replace") as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    end = ending(status, text)
    numbers = " " + text[:-4] if end == "ok" else ""
    print("row %d %s%s" % (mutant, end, numbers), flush=True)


def main():
    calls = read_calls(sys.argv[1])
    seconds = float(sys.argv[2])
    first, last, step = (int(word) for word in sys.argv[3:6])
    for mutant in range(first, last + 1, step):
        run_mutant(mutant, seconds, calls)


main()
