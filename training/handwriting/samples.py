"""samples: draws the pictures under models/handwriting/samples/ with an openly licensed handwriting font, and writes labels."""
import argparse
import json
from pathlib import Path

import numpy as np

from forms import glyph, picture
from outliers import big5_level_1, load_fonts


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--font", type=Path, required=True, help="TrueType file, e.g. Iansui (SIL Open Font License 1.1)")
    parser.add_argument("--listed", type=int, default=95)
    parser.add_argument("--outside", type=int, default=5, help="pictures of characters outside the list, labelled isnull")
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    generator = np.random.default_rng(options.seed)
    (font, has), = load_fonts([options.font])
    listed = options.labels.read_text(encoding="utf-8").split()
    others = sorted(set(big5_level_1()) - set(listed))
    chosen = [(c, c) for c in generator.choice([c for c in listed if ord(c) in has], options.listed, replace=False)]
    chosen += [(c, "isnull") for c in generator.choice([c for c in others if ord(c) in has], options.outside, replace=False)]
    options.out.mkdir(parents=True, exist_ok=True)
    table = []
    for number, (character, label) in enumerate(chosen, 1):
        width = int(np.clip(generator.normal(56, 8), 42, 84))
        file = f"{number:03d}-{character}.jpg"
        ink = glyph(generator, character, font, width, 67)
        (options.out / file).write_bytes(picture(generator, [ink], width, 67))
        table.append({"file": file, "label": str(label)})
    rows = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in table)
    (options.out / "labels.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    print(f"{len(table)} pictures in {options.out}")


if __name__ == "__main__":
    main()
