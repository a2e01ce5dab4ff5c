"""Child processes that do what no child of mslint's should: the order says what. They need no MindSpore."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import time


def main(order_file: str, answers_file: str) -> None:
    with open(order_file, "rb") as file:
        what = pickle.load(file)
    if what == "dies":
        print("first\n\n\x1b[31mred\nlast but one\nthe last line", file=sys.stderr, flush=True)
        os._exit(3)
    with open(answers_file, "a", encoding="utf-8") as answers:

        def tell(**row: object) -> None:
            print(json.dumps(row), file=answers, flush=True)

        tell(ready=True, versions={"mindspore": "0"})
        if what == "environment":
            tell(environment=dict(os.environ))
        elif what == "garbles":
            print("\x1b[31mno JSON", file=answers, flush=True)
        elif what == "floods":
            for _ in range(200):
                tell(row="x" * 1000)
        elif what == "replaces":
            os.remove(answers_file)
            with open(answers_file, "w", encoding="utf-8") as other:
                print(json.dumps({"row": "of the other file"}), file=other)
            tell(row="of the first file")
        elif what == "leaves":
            left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
            tell(pid=left.pid)
            time.sleep(600)
