"""Download the wheels that make_api_tables.py reads, and print the command that reads them.

    python scripts/fetch_wheels.py FOLDER [VERSION ...]      some 700 to 900 MB a version; what is there stays

The wheels come from the package index that pip is set up with. They are read as text, so their platform does not
matter: it is fixed, to have the same files everywhere.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import List, Optional

VERSIONS = ("2.7.0", "2.7.1", "2.8.0", "2.9.0", "2.10.0")
PLATFORM = ("--platform", "manylinux1_x86_64", "--python-version", "3.11", "--implementation", "cp", "--abi", "cp311")


def wheel(folder: Path, version: str) -> Optional[Path]:
    return next(iter(sorted(folder.glob(f"mindspore-{version}-*.whl"))), None)


def main(arguments: List[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    folder, versions = Path(arguments[0]), arguments[1:] or list(VERSIONS)
    folder.mkdir(parents=True, exist_ok=True)
    for version in versions:
        if wheel(folder, version) is None:
            command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", *PLATFORM]
            done = subprocess.run([*command, "--dest", str(folder), f"mindspore=={version}"], check=False)
            if done.returncode:
                print(f"mindspore {version} could not be downloaded", file=sys.stderr)
                return 1
    read = " ".join(f"{version}={wheel(folder, version)}" for version in versions)
    print(f"python scripts/make_api_tables.py {read}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
