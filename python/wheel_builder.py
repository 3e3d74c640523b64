"""Builds the wheel, with the standard library alone: the package, and the static binary "mars" as a script.

It is the build backend of pyproject.toml (PEP 517, 660), and a command: python wheel_builder.py DIR --binary ../bin/mars. The same input
makes the same bytes. Without a binary the wheel is a pure client. Building takes Python 3.11; what is built runs on 3.9.
"""

import argparse
import base64
import hashlib
import os
import platform
import re
import sys
import zipfile

_HERE = os.path.dirname(os.path.abspath(__file__))
_TIME = (2020, 1, 1, 0, 0, 0)

# The names that the binary answers to, besides its own.
_ROLES = ("mars-scheduler", "mars-supervisor", "mars-web", "mars-worker")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517. The binary is config_settings["binary"], or the repository's bin/mars."""
    return _build(wheel_directory, _binary((config_settings or {}).get("binary")))


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 660: a path instead of the files."""
    return _build(wheel_directory, None, editable=True)


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_editable = get_requires_for_build_wheel


def _binary(named):
    path = named or os.path.join(os.path.dirname(_HERE), "bin", "mars")
    if os.path.isfile(path):
        return path
    if named:
        raise SystemExit(f"there is no binary at {named}")
    return None


def _project():
    """What pyproject.toml says, and the version of the package."""
    import tomllib

    with open(os.path.join(_HERE, "pyproject.toml"), "rb") as f:
        project = tomllib.load(f)["project"]
    with open(os.path.join(_HERE, "mars", "_version.py"), encoding="utf-8") as f:
        project["version"] = re.search(r'"(.+)"', f.read()).group(1)
    return project


def _platform(binary):
    """The tags of the platform that a binary runs on. It is static: no libc is needed, so that all kinds of Linux will do."""
    with open(binary, "rb") as f:
        head = f.read(20)
    machines = {62: "x86_64", 183: "aarch64"}
    if head[:4] == b"\x7fELF":
        arch = machines.get(int.from_bytes(head[18:20], "little"))
        if arch:
            return f"manylinux_2_17_{arch}.manylinux2014_{arch}.musllinux_1_1_{arch}"
    raise SystemExit(f"{binary} is no Linux program for {', '.join(machines.values())} (this is {platform.platform()})")


def _metadata(p):
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {p['name']}",
        f"Version: {p['version']}",
        f"Summary: {p['description']}",
        f"License: {p['license']}",
        f"Requires-Python: {p['requires-python']}",
        *(f"Requires-Dist: {d}" for d in p["dependencies"]),
    ]
    for extra, deps in p["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f"Requires-Dist: {d}; extra == '{extra}'" for d in deps)]
    return "\n".join(lines) + "\n"


class _Wheel:
    """A zip file and the record of what is in it."""

    def __init__(self, path):
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self._record = []

    def add(self, name, data, mode=0o644):
        if isinstance(data, str):
            data = data.encode()
        info = zipfile.ZipInfo(name, _TIME)
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self._record.append(f"{name},sha256={digest},{len(data)}")

    def close(self, info):
        lines = [*self._record, f"{info}/RECORD,,"]
        self.add(f"{info}/RECORD", "\n".join(lines) + "\n")
        self._zip.close()


def _build(directory, binary, editable=False):
    p = _project()
    name = p["name"].replace("-", "_")
    stem = f"{name}-{p['version']}"
    tags = [f"py3-none-{t}" for t in (_platform(binary).split(".") if binary else ["any"])]
    file = f"{stem}-py3-none-{_platform(binary) if binary else 'any'}.whl"
    os.makedirs(directory, exist_ok=True)
    wheel = _Wheel(os.path.join(directory, file))
    if editable:
        wheel.add(f"{name}.pth", _HERE + "\n")
    else:
        for path in _files():
            with open(os.path.join(_HERE, path), "rb") as f:
                wheel.add(path, f.read())
    if binary:
        with open(binary, "rb") as f:
            wheel.add(f"{stem}.data/scripts/mars", f.read(), 0o755)
    info = f"{stem}.dist-info"
    license_file = os.path.join(os.path.dirname(_HERE), "LICENSE")
    if os.path.isfile(license_file):
        with open(license_file, "rb") as f:
            wheel.add(f"{info}/LICENSE", f.read())
    wheel.add(f"{info}/METADATA", _metadata(p))
    kind = "false" if binary else "true"
    wheel.add(
        f"{info}/WHEEL",
        "\n".join(["Wheel-Version: 1.0", "Generator: mars", f"Root-Is-Purelib: {kind}", *(f"Tag: {t}" for t in tags)])
        + "\n",
    )
    if binary:
        roles = "\n".join(f"{r} = mars._binary:run_as" for r in _ROLES)
        wheel.add(f"{info}/entry_points.txt", f"[console_scripts]\n{roles}\n")
    wheel.close(info)
    return file


def _files():
    """The files of the package, in order."""
    for folder, folders, names in os.walk(os.path.join(_HERE, "mars")):
        folders[:] = sorted(d for d in folders if d != "__pycache__")
        for n in sorted(names):
            if n.endswith((".py", ".pyi", ".json", ".typed")):
                yield os.path.relpath(os.path.join(folder, n), _HERE)


if __name__ == "__main__":
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument("directory", help="where the wheel is left")
    args.add_argument("--binary", help="the mars binary to carry")
    a = args.parse_args()
    sys.stdout.write(os.path.join(a.directory, _build(a.directory, _binary(a.binary))) + "\n")
