/** What a recogniser might have heard, and worse: sentences of a model, changed at random. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sample } from '../../../functions/inference/contracts/client.ts';
import { hypothesesOf } from '../../../functions/inference/contracts/text-sample.ts';
import type { Random } from '../../soak/random.ts';

/** Looked up as something else, as nothing, or of two units. */
const ODD = ['Ａ', 'b', 'Ⅷ', '㎏', 'ﬁ', 'ß', 'İ', 'Σ', 'é', '１', '😀', '𠀀', '<', 'の'];
/** More characters than members take. */
const FAR_TOO_LONG = 600;
const MOST_HYPOTHESES = 10;

export class Heard {
  readonly #random: Random;
  readonly #sentences: readonly string[];
  /** By character, what sounds like it. */
  readonly #alike: ReadonlyMap<string, readonly string[]>;

  /** @param directory of a model with the file `vocabulary.txt` */
  constructor(directory: string, samples: readonly Sample[], random: Random) {
    const lines = readFileSync(join(directory, 'vocabulary.txt'), 'utf8').trimEnd().split('\n');
    const entries = lines.map((line) => line.split('\t') as [string, string]);
    this.#alike = new Map(entries.map(([character, candidates]) => [character, [...candidates]]));
    this.#sentences = samples.flatMap(hypothesesOf);
    this.#random = random;
  }

  /** One request, as a sample without a right response. */
  sample(name: string): Sample {
    const random = this.#random;
    const said = random.pick(this.#sentences);
    const several = random.chance(0.5) ? 1 : random.whole(2, MOST_HYPOTHESES);
    const hypotheses = Array.from({ length: several }, () => this.#misheard(said));
    const bytes = new TextEncoder().encode(hypotheses.join('\n'));
    return { name, label: undefined, mediaType: 'text/plain', bytes };
  }

  #misheard(said: string): string {
    const random = this.#random;
    if (random.chance(0.03)) return random.pick(['', ' ', '<htr>', 'x', ODD.join('')]);
    if (random.chance(0.02)) return said.repeat(Math.ceil(FAR_TOO_LONG / said.length));
    const characters = [...said].map((character) => {
      if (random.chance(0.02)) return random.pick(ODD);
      return random.chance(0.15) ? random.pick(this.#alike.get(character) ?? [character]) : character;
    });
    if (random.chance(0.2)) characters.splice(random.whole(0, characters.length), 0, ' <htr-1> ', '\u3000');
    return characters.join('');
  }
}
