"""Makes a venv over this interpreter and has packages installed there: packages.py FOLDER REQUIREMENT...

It is run by its path, for it needs nothing of mars. It and all that it has started end when its input does: that is
the end of its worker.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import signal
import site
import subprocess
import sys
import threading
import venv

# What processes of functions import. An environment has the versions of its worker unless it says others.
_BELOW = ("numpy", "pandas", "cloudpickle")


def main(folder: str, requirements: list[str]) -> int:
    """Makes it. The exit status is that of the installer."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    venv.EnvBuilder(symlinks=True).create(folder)
    python = os.path.join(folder, "bin", "python")
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    with open(os.path.join(folder, "lib", version, "site-packages", "_mars_below.pth"), "w") as f:
        for below in site.getsitepackages():  # those of a venv too, which no venv over it has
            f.write(f"import site; site.addsitedir({below!r})\n")
    versions = os.path.join(folder, "versions.txt")
    with open(versions, "w") as f:
        f.writelines(f"{name}=={v}\n" for name, v in _versions(requirements))
    uv = shutil.which("uv")
    if uv:
        command = [uv, "pip", "install", "--python", python]
    else:
        command = [python, "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--progress-bar", "off"]
    return subprocess.call([*command, "--constraint", versions, "--", *requirements], stdin=subprocess.DEVNULL)


def _versions(requirements: list[str]) -> list[tuple[str, str]]:
    """Those that stay as they are, where no requirement names them."""
    named = {re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", r, maxsplit=1)[0]).lower() for r in requirements}
    return [(name, importlib.metadata.version(name)) for name in _BELOW if name not in named]


def _end_with_input() -> None:
    while os.read(0, 1024):
        pass
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
