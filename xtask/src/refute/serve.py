def main():
    sys.setrecursionlimit(20000)
    for text in sys.stdin:
        line = json.loads(text)
        try:
            verdict = judge(line)
        except Exception as error:  # What the judge cannot do is a fault of the judge, and it is told.
            print(json.dumps({"case": line["case"], "trouble": f"{type(error).__name__}: {error}"}), flush=True)
            continue
        print(json.dumps({"case": line["case"], "claims": verdict.claims, "refuted": verdict.refuted}), flush=True)


main()
