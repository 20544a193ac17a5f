"""Packs a built gorkd for others: an archive, a Python wheel that carries the binary, and their checksums.

    python3 deploy/dist.py BINARY FOLDER

Needs Python 3.8 and nothing else. Equal inputs give equal files: times and owners are left out.
"""

import base64
import gzip
import hashlib
import io
import platform
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUMMARY = "A research bot whose every sentence rests on a quote it has read and can show"
# Shipped beside the binary.
BESIDE = ["README.md", "LICENSE", "CHANGELOG.md"]
# The earliest time that a zip file can hold.
MOMENT = (1980, 1, 1, 0, 0, 0)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: python3 deploy/dist.py BINARY FOLDER")
    binary, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    if not binary.is_file():
        sys.exit(f"There is no binary at {binary}. Build it first: cargo build --release --locked")
    folder.mkdir(parents=True, exist_ok=True)
    said = subprocess.run([binary, "--version"], check=True, capture_output=True, text=True).stdout
    version = said.split()[1]
    content = binary.read_bytes()
    made = [
        archive(folder, version, content),
        wheel(folder, version, content),
    ]
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made)
    (folder / "SHA256SUMS").write_text(sums)
    print(sums, end="")


def machine():
    """The system and the processor, as in `linux-x86_64`."""
    return f"{platform.system().lower()}-{platform.machine().lower()}"


def archive(folder, version, content):
    static = platform.system() == "Linux" and not needs_libc(content)
    name = f"gorkd-{version}-{machine()}{'-static' if static else ''}"
    path = folder / f"{name}.tar.gz"
    files = [("gorkd", content, 0o755)] + [(one, (ROOT / one).read_bytes(), 0o644) for one in BESIDE]
    with path.open("wb") as out, gzip.GzipFile("", "wb", 6, out, 0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for file, data, mode in files:
                entry = tarfile.TarInfo(f"{name}/{file}")
                entry.size, entry.mode = len(data), mode
                tar.addfile(entry, io.BytesIO(data))
    return path


def needs_libc(content):
    """The version of glibc that a Linux binary needs, as (2, 34); None where it needs none of it."""
    found = re.findall(rb"GLIBC_(\d+)\.(\d+)", content)
    return max(((int(major), int(minor)) for major, minor in found), default=None)


def tag(content):
    """Where a wheel may be installed (PEP 425, 600, and 656)."""
    system, processor = platform.system(), platform.machine().lower()
    if system == "Linux":
        libc = needs_libc(content)
        if libc is None:
            return f"manylinux_2_17_{processor}.musllinux_1_1_{processor}"
        return f"manylinux_{libc[0]}_{libc[1]}_{processor}"
    if system == "Darwin":
        return f"macosx_11_0_{processor}"
    return re.sub(r"[-.]", "_", f"{system}_{processor}".lower())


def normal(version):
    """A version as wheels are named by: `0.2.0rc1` for `0.2.0-rc.1` (PEP 440)."""
    return re.sub(r"-(a|b|rc)[a-z]*\.?(\d+)", r"\1\2", version)


def wheel(folder, version, content):
    tags, version = tag(content), normal(version)
    info = f"gorkd-{version}.dist-info"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    metadata = (
        f"Metadata-Version: 2.1\nName: gorkd\nVersion: {version}\nSummary: {SUMMARY}\n"
        f"License: Apache-2.0\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n{readme}"
    )
    each = "".join(f"Tag: py3-none-{one}\n" for one in tags.split("."))
    about = f"Wheel-Version: 1.0\nGenerator: deploy/dist.py\nRoot-Is-Purelib: false\n{each}"
    files = [
        (f"gorkd-{version}.data/scripts/gorkd", content, 0o755),
        (f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes(), 0o644),
        (f"{info}/METADATA", metadata.encode(), 0o644),
        (f"{info}/WHEEL", about.encode(), 0o644),
    ]
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data, _ in files)
    files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0o644))
    path = folder / f"gorkd-{version}-py3-none-{tags}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data, mode in files:
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, data)
    return path


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main()
