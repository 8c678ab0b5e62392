"""The characters that the members know, and for each character the candidates that sound alike and may replace it."""
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

PADDING, UNKNOWN, HIDDEN, FIRST = 0, 1, 2, 3
"""Ids that stand for no known character: padding, a character that is not in the list, and (in training only) a character that
is heard but not seen. FIRST is the id of the first character."""
CANDIDATES = 48
"""Largest number of candidates of a character. The first candidate is the character itself."""
ALIKE = 40
"""Largest number of candidates that sound the same as the character, itself included. The others sound nearly the same."""
TONES = str.maketrans("", "", "ˊˇˋ˙")
NEARLY = (("ㄓ", "ㄗ"), ("ㄔ", "ㄘ"), ("ㄕ", "ㄙ"), ("ㄋ", "ㄌ"), ("ㄣ", "ㄥ"), ("ㄢ", "ㄤ"), ("ㄈ", "ㄏ"))
"""Sounds that speakers and recognisers confuse: retroflex and flat, n and l, the two nasal endings, f and h."""

VARIANTS = """僞偽 啓啟 喫吃 嫺嫻 峯峰 幺么 擡抬 棱稜 檐簷 污汙 泄洩 爲為 牀床 痹痺 癡痴 皁皂 着著 祕秘 竈灶 糉粽 繮韁 纔才 羣群
脣唇 蔘參 衆眾 裏裡 覈核 踊踴 鉢缽 鍼針 鮎鯰 麪麵 齶顎 臺台 賬帳 週周 迴回 鷄雞 綫線 粧妝 舖鋪 佈布 僱雇 嘆歎 岩巖 菸煙 証證"""
"""Pairs of characters that are spellings of the same word, most of them from OpenCC's table for Taiwan (Apache 2.0). No
recogniser hears a difference, so neither character is a candidate for the other."""
SPELLINGS = {frozenset(pair) for pair in VARIANTS.split()}


def normal(text: str) -> str:
    """The text in the form of the vocabulary: half-width, with lower-case letters, and with as many characters as before."""
    return "".join(form if len(form := unicodedata.normalize("NFKC", c).lower()) == 1 else c for c in text)


def read_sounds(path: Path) -> dict[str, list[str]]:
    """Reads every reading of each character from BPMFBase.txt, without the tone, in the order of the file."""
    sounds: dict[str, list[str]] = defaultdict(list)
    for line in path.read_text(encoding="utf8").splitlines():
        character, bopomofo = line.split()[:2]
        syllable = bopomofo.translate(TONES)
        if len(character) == 1 and syllable not in sounds[character]:
            sounds[character].append(syllable)
    return sounds


def read_phrases(path: Path) -> dict[str, int]:
    """Reads the words of two or more characters from phrase.occ, with the number of times that each occurs."""
    lines = (line.split() for line in path.read_text(encoding="utf8").splitlines())
    return {parts[0]: int(parts[1]) for parts in lines if len(parts) == 2 and len(parts[0]) > 1}


def nearly_alike(syllable: str) -> set[str]:
    """The other syllables into which one or several of the confusions in NEARLY turn this syllable."""
    found = {syllable}
    for one, other in NEARLY:
        found |= {s.replace(one, other) for s in found} | {s.replace(other, one) for s in found}
    return found - {syllable}


class Vocabulary:
    """Ids by character, and candidates [V, CANDIDATES] by id, filled up with 0."""

    def __init__(self, characters: list[str], candidates: list[str]):
        self.characters = characters
        self.ids = {character: FIRST + place for place, character in enumerate(characters)}
        self.candidates = [[id] for id in range(FIRST)]
        self.candidates += [[self.ids[c] for c in line] for line in candidates]
        for row in self.candidates:
            row += [PADDING] * (CANDIDATES - len(row))

    def __len__(self):
        return FIRST + len(self.characters)

    def encode(self, sentence: str) -> list[int]:
        return [self.ids.get(c, UNKNOWN) for c in normal(sentence)]

    @staticmethod
    def read(path: Path) -> "Vocabulary":
        lines = [line.split("\t") for line in path.read_text(encoding="utf8").splitlines()]
        return Vocabulary([line[0] for line in lines], [line[1] for line in lines])


def make(sounds: dict[str, list[str]], text: Counter, phrases: dict[str, int], least: int = 2) -> list[tuple[str, str]]:
    """The characters that are seen often enough in text or words, the most common first, each with its candidates."""
    in_words = Counter(c for phrase in phrases for c in phrase)
    known = {c for c, count in text.items() if count >= least and not c.isspace()}
    known |= {c for c, count in in_words.items() if count >= 2 * least and c in sounds}
    order = sorted(known, key=lambda c: (-text[c], c))
    rank = {c: place for place, c in enumerate(order)}
    by_sound = defaultdict(list)
    for c in order:
        for syllable in sounds.get(c, ()):
            by_sound[syllable].append(c)

    def candidates(c: str) -> str:
        same = {o for s in sounds.get(c, ()) for o in by_sound[s]} - {c}
        same = sorted((o for o in same if frozenset(c + o) not in SPELLINGS), key=rank.get)
        near = {o for s in sounds.get(c, ()) for n in nearly_alike(s) for o in by_sound[n]} - set(same) - {c}
        near = sorted((o for o in near if frozenset(c + o) not in SPELLINGS), key=rank.get)
        chosen = same[: ALIKE - 1]
        return c + "".join(chosen + near[: CANDIDATES - 1 - len(chosen)])

    return [(c, candidates(c)) for c in order]
