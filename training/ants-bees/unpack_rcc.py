"""unpack_rcc: extracts the pictures that Qt resource files (.rcc) contain. GCompris keeps its photographs in such files."""
import argparse
import struct
import zlib
from pathlib import Path

MAGIC = b"qres"
COMPRESSED, DIRECTORY, ZSTANDARD = 1, 2, 4


def read_pictures(content: bytes) -> dict[str, bytes]:
    """Files by path, without those that Qt compressed with Zstandard. No picture is left out: pictures are compressed already."""
    version, tree, data, names = struct.unpack(">4I", content[4:20])
    # Since version 2 a node also has the time of its last change.
    step = 22 if version >= 2 else 14
    found = {}

    def visit(index: int, folder: str):
        start = tree + index * step
        name_at, flags = struct.unpack(">IH", content[start:start + 6])
        length = struct.unpack(">H", content[names + name_at:names + name_at + 2])[0]
        name = content[names + name_at + 6:names + name_at + 6 + 2 * length].decode("utf-16-be") if index else ""
        path = f"{folder}/{name}".strip("/")
        if flags & DIRECTORY:
            children, first = struct.unpack(">II", content[start + 6:start + 14])
            for child in range(first, first + children):
                visit(child, path)
        elif not flags & ZSTANDARD:
            at = data + struct.unpack(">I", content[start + 10:start + 14])[0]
            size = struct.unpack(">I", content[at:at + 4])[0]
            stored = content[at + 4:at + 4 + size]
            found[path] = zlib.decompress(stored[4:]) if flags & COMPRESSED else stored

    visit(0, "")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", help=".rcc files")
    parser.add_argument("--out", type=Path, required=True, help="folder for the .webp, .jpg and .png inside")
    options = parser.parse_args()
    count = 0
    for file in options.files:
        content = file.read_bytes()
        if not content.startswith(MAGIC):
            continue
        for path, picture in read_pictures(content).items():
            if Path(path).suffix.lower() in (".webp", ".jpg", ".png"):
                target = options.out / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(picture)
                count += 1
    print(f"{count} pictures in {options.out}")


if __name__ == "__main__":
    main()
