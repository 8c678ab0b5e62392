"""samples: writes recognised sentences, each with the true sentence. A few are pairs of AISHELL-3; we wrote the others."""
import argparse
import json
from pathlib import Path

OWN = (
    ("我今天很高行認識你", "我今天很高興認識你"),
    ("明天早上八點在火車戰集合", "明天早上八點在火車站集合"),
    ("他在銀行工做了十年", "他在銀行工作了十年"),
    ("台灣的氣後溫暖潮濕", "台灣的氣候溫暖潮濕"),
    ("我們需要更多時間準備考式", "我們需要更多時間準備考試"),
    ("政府宣布新的經濟正策", "政府宣布新的經濟政策"),
    ("醫生建議他多喝水多修息", "醫生建議他多喝水多休息"),
    ("科學家發線了新的行星", "科學家發現了新的行星"),
    ("公司決定延後會議的時奸", "公司決定延後會議的時間"),
    ("這座橋建於十九世計", "這座橋建於十九世紀"),
    ("他是台灣最有名的做家之一", "他是台灣最有名的作家之一"),
    ("這本書的內融非常豐富", "這本書的內容非常豐富"),
    ("請問附近有沒有郵局", "請問附近有沒有郵局"),
    ("圖書館星期一不開門", "圖書館星期一不開門"),
    ("學生們在操場上打籃球", "學生們在操場上打籃球"),
)
"""Our own sentences, each as a recogniser might write it, and the true sentence."""
SEVERAL = (("今天 的 天器 很 好", "今天 的 天氣 很 好"), "今天的天氣很好")
"""Two hypotheses of one recording, and the true sentence, which is the second hypothesis without its spaces."""
PAIRS = ("SSB04340237", "SSB01120240", "SSB00570038", "SSB07620061")
"""Ids of pairs: one with a homophone, one without an error, and two whose correction takes more knowledge than a text of a few
million characters holds."""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True, help="pairs.jsonl")
    parser.add_argument("--out", type=Path, required=True, help="folder of the samples")
    options = parser.parse_args()
    rows = {row["id"]: row for row in map(json.loads, options.pairs.read_text(encoding="utf8").splitlines())}
    samples = {f"{place:02}-own": ((heard,), said) for place, (heard, said) in enumerate(OWN, 1)}
    samples[f"{len(OWN) + 1:02}-own-several"] = SEVERAL
    samples |= {f"aishell3-{id}": ((rows[id]["recognised"],), rows[id]["true"]) for id in PAIRS}
    options.out.mkdir(parents=True, exist_ok=True)
    for name, (hypotheses, _) in samples.items():
        (options.out / f"{name}.txt").write_text("".join(f"{h}\n" for h in hypotheses), encoding="utf8")
    labels = [json.dumps({"file": f"{name}.txt", "label": said}, ensure_ascii=False) for name, (_, said) in samples.items()]
    (options.out / "labels.json").write_text("[\n  " + ",\n  ".join(labels) + "\n]\n", encoding="utf8")
    print(f"{options.out}: {len(samples)} samples")


if __name__ == "__main__":
    main()
