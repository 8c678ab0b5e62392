"""figures: draws the charts of the model card from the file that evaluate wrote."""
import argparse
import json
from pathlib import Path

import matplotlib
from matplotlib.font_manager import FontProperties

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402


def confusions(figures: dict, font: FontProperties, path: Path, rows: int = 24):
    """Bars of the character pairs that the ensemble confuses most, with both characters of each pair beside its bar."""
    pairs = figures["confusions"][:rows]
    figure, axes = plt.subplots(figsize=(7, 0.34 * len(pairs) + 0.8))
    axes.barh(range(len(pairs)), [pair["pictures"] for pair in pairs], color="#4464ad")
    axes.set_yticks(range(len(pairs)), [f"{pair['label']} → {pair['prediction']}" for pair in pairs], fontproperties=font, fontsize=13)
    axes.invert_yaxis()
    axes.set_xlabel("validation pictures (label → prediction; wrong labels included)")
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def reject_curve(figures: dict, path: Path):
    """Curves of the shares that each threshold rejects: of characters outside the list, and of listed characters."""
    curve = figures["curve"]
    figure, axes = plt.subplots(figsize=(7, 4))
    for key, name, colour in (("outside", "outside the list, as scanned", "#c1440e"), ("outsideOnForms", "outside the list, on forms", "#e08e45"),
                              ("listedAll", "listed, all validation pictures", "#7a8fc9"), ("listedLookedAt", "listed, looked at and accepted", "#2a4494")):
        axes.plot([row["threshold"] for row in curve], [100 * row[key] for row in curve], label=name, color=colour)
    axes.axvline(figures["reject"]["threshold"], color="grey", linestyle=":", label="chosen threshold")
    axes.set_xlabel("reject threshold")
    axes.set_ylabel("predicted isnull, %")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--figures", type=Path, required=True, help="the .json that evaluate wrote")
    parser.add_argument("--font", type=Path, required=True, help="TrueType file that has the characters")
    parser.add_argument("--out", type=Path, required=True, help="folder for the .svg files")
    options = parser.parse_args()
    figures = json.loads(options.figures.read_text(encoding="utf-8"))
    options.out.mkdir(parents=True, exist_ok=True)
    # A fixed hash salt makes the same figures give the same files.
    plt.rcParams.update({"svg.hashsalt": "subsecond", "svg.fonttype": "path", "font.size": 11})
    confusions(figures, FontProperties(fname=options.font), options.out / "confusions.svg")
    reject_curve(figures, options.out / "reject-curve.svg")


if __name__ == "__main__":
    main()
