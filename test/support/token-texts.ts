/** Texts of many scripts for comparing tokenizers; test/fixtures/token_texts.py makes the same texts. */
import { readFixture } from './fixtures.ts';

const COUNT = 2000;
const LENGTH = 60;

/** Repetitions come first. A seeded generator draws the others: words, characters of one block, or characters of all blocks. */
export function makeTexts(): string[] {
  const recipe = readFixture('tokens/texts.json');
  const blocks: [first: number, last: number][] = recipe.blocks;
  const words: string[] = recipe.words.split(' ');
  let state = recipe.seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(((state >>> 8) * limit) / 2 ** 24);
  };
  const oneOf = <Item>(items: readonly Item[]) => items[below(items.length)]!;
  const texts: string[] = recipe.repeated.map(([unit, times]: [string, number]) => unit.repeat(times));
  while (texts.length < COUNT) {
    const kind = oneOf(['word', 'block', 'all']);
    const length = 1 + below(LENGTH);
    const block = oneOf(blocks);
    const part = () => {
      if (kind === 'word') return oneOf(words);
      const [first, last] = kind === 'block' ? block : oneOf(blocks);
      return String.fromCodePoint(first + below(last - first + 1));
    };
    texts.push(Array.from({ length }, part).join(kind === 'word' ? ' ' : ''));
  }
  return texts;
}
