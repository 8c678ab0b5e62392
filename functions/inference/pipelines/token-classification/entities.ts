/**
 * Combines tokens into entities as `TokenClassificationPipeline` of Hugging Face's `transformers` 5
 * (pipelines/token_classification.py).
 */
import * as v from 'valibot';
import { topLabels } from '../shared/labels.ts';
import { rounded } from '../shared/votes.ts';
import type { Place, PlacedToken, PlacedTokens } from './placed-tokens.ts';

/**
 * How tokens become entities. `none`: each token with a label is an entity. `simple`: neighbours with the same label
 * are one entity. The others first give all tokens of a word one label: that of the first token, of the mean over the
 * tokens, or of the most certain token.
 */
export const STRATEGIES = ['none', 'simple', 'first', 'average', 'max'] as const;
export type Strategy = (typeof STRATEGIES)[number];

export const EntitySchema = v.object({
  /** With the strategies other than `none`, without `B-` or `I-`. */
  entity_group: v.optional(v.pipe(v.string(), v.description('The kind of entity.'))),
  entity: v.optional(v.pipe(v.string(), v.description('With `none`: the label of the token.'))),
  /** 0 to 1. */
  score: v.number(),
  /** Special tokens count. */
  index: v.optional(v.pipe(v.number(), v.description('With `none`: the index of the token.'))),
  word: v.pipe(
    v.string(),
    v.description('The tokens as text, which may differ from the sent text in case and spaces.'),
  ),
  start: v.pipe(v.number(), v.description('Index of the first character, in code points, as Python counts.')),
  end: v.pipe(v.number(), v.description('Index after the last character.')),
});

export type Entity = Readonly<v.InferOutput<typeof EntitySchema>>;

/** The label that stands for no entity. */
const OUTSIDE = 'O';

/** A token or a word with the probability of each label. */
type Scored = Pick<PlacedToken, 'word' | 'place'> & { readonly scores: Float32Array };
/** A token or a word with its best label. */
type Labelled = Omit<Scored, 'scores'> & { readonly label: string; readonly score: number };

/**
 * @param probabilities of each label for each token, token by token
 * @param labels such as `O`, `B-PER` and `I-PER`
 */
export function entitiesIn(
  { placed, decode }: PlacedTokens,
  probabilities: Float32Array,
  labels: readonly string[],
  strategy: Strategy,
): Entity[] {
  const tokens = placed.flatMap((token, index) => {
    const scores = probabilities.subarray(index * labels.length, (index + 1) * labels.length);
    return token ? [{ ...token, scores, index }] : [];
  });
  const labelled = ({ word, place, scores }: Scored): Labelled => {
    const [best] = topLabels(scores, labels, 1);
    return { word, place, label: best!.label, score: best!.probability };
  };
  if (strategy === 'none') {
    return tokens.flatMap(({ index, ...token }) => {
      const { label: entity, score, word, place } = labelled(token);
      if (entity === OUTSIDE) return [];
      return [{ entity, score: rounded(score), index, word, start: place[0], end: place[1] }];
    });
  }
  const words = (): Scored[] =>
    runsOf(tokens, ({ isSubword }) => isSubword).map((run) => wordOf(run, strategy, decode));
  return runsOf((strategy === 'simple' ? tokens : words()).map(labelled), continues)
    .map((run) => groupOf(run, decode))
    .filter(({ entity_group }) => entity_group !== OUTSIDE);
}

/** Splits a list into runs of neighbours that belong together. */
function runsOf<Item>(items: readonly Item[], continues: (item: Item, before: Item) => boolean): Item[][] {
  const runs: Item[][] = [];
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    if (before !== undefined && continues(item, before)) runs.at(-1)!.push(item);
    else runs.push([item]);
  }
  return runs;
}

function wordOf(tokens: readonly Scored[], strategy: Strategy, decode: PlacedTokens['decode']): Scored {
  const greatest = ({ scores }: Scored) => Math.max(...scores);
  const surest = tokens.reduce((best, token) => (greatest(token) > greatest(best) ? token : best));
  const chosen = strategy === 'max' ? surest : tokens[0]!;
  const mean = chosen.scores.map((_, label) => meanOf(tokens.map(({ scores }) => scores[label]!)));
  return { ...spanOf(tokens, decode), scores: strategy === 'average' ? mean : chosen.scores };
}

/** Whether a token continues the entity before it: its label is not a beginning, and has the same type. */
function continues({ label }: Labelled, before: Labelled): boolean {
  return !label.startsWith('B-') && kindOf(label) === kindOf(before.label);
}

function kindOf(label: string): string {
  return label.replace(/^[BI]-/, '');
}

function groupOf(tokens: readonly Labelled[], decode: PlacedTokens['decode']): Entity {
  const { word, place } = spanOf(tokens, decode);
  const { label } = tokens[0]!;
  const entity_group = label.slice(label.indexOf('-') + 1);
  const score = rounded(meanOf(tokens.map(({ score }) => score)));
  return { entity_group, score, word, start: place[0], end: place[1] };
}

function spanOf(tokens: readonly Omit<Scored, 'scores'>[], decode: PlacedTokens['decode']) {
  const place: Place = [tokens[0]!.place[0], tokens.at(-1)!.place[1]];
  return { word: decode(tokens.map(({ word }) => word)), place };
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
