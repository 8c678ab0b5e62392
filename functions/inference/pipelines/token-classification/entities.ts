/**
 * Tokenises a text with the span of each token, and combines tokens into entities, as `TokenClassificationPipeline` of Hugging
 * Face's `transformers` 5 (pipelines/token_classification.py) does.
 */
import * as v from 'valibot';
import { topLabels } from '../shared/labels.ts';
import { rounded } from '../shared/votes.ts';
import { type Encode, type EncodedText, loadTokenizer, truncated } from '../text/tokenizer.ts';

/** Position in code points of the sent text, as Python counts characters; the end is exclusive. */
type Span = readonly [start: number, end: number];

interface LocatedToken {
  /** Text of the token in the vocabulary; for an unknown token, its part of the sent text. */
  readonly word: string;
  readonly span: Span;
  /** Whether the token continues the word of the previous token. */
  readonly isSubword: boolean;
}

interface PlacedTokens extends EncodedText {
  /** The tokens that truncation leaves; undefined for special tokens. */
  readonly placed: readonly (LocatedToken | undefined)[];
  /** Joins the `word`s of tokens to a text: with the tokenizer's decoder, or with spaces if the tokenizer has none. */
  decode(words: readonly string[]): string;
}

/** The fields of `tokenizer.json` that are read here. */
interface TokenizerFile {
  readonly model: {
    readonly continuing_subword_prefix?: string | null;
    /** The token for unknown text. Unigram has `unk_id`, an index in `vocab`, instead. */
    readonly unk_token?: string | null;
    readonly unk_id?: number | null;
  };
}

/** @throws {ModelError} as `openTokenizer` does */
export async function openPlacingTokenizer(
  file: string,
  sha256: string | undefined,
): Promise<Encode<PlacedTokens>> {
  const { tokenizer, content } = await loadTokenizer(file, sha256);
  const { model } = JSON.parse(content) as TokenizerFile;
  const unknown = model.unk_id ?? (model.unk_token ? tokenizer.tokenToId(model.unk_token) : undefined);
  const decoder = tokenizer.getDecoder();
  const decode = (words: readonly string[]) => decoder?.decode([...words]) ?? words.join(' ');
  return async (text, maxTokens) => {
    if (typeof text !== 'string') throw new Error('pairs of texts have no entities');
    const encoding = await tokenizer.encode(text);
    const { kept, ...encoded } = truncated(encoding, maxTokens);
    const [offsets, sequences] = [encoding.getOffsets(), encoding.getSequenceIds()];
    const characters = Array.from(text);
    const placed = kept.map((token, index): LocatedToken | undefined => {
      if (typeof sequences[token] !== 'number') return undefined;
      const span = offsets[token] as unknown as Span;
      const [start, end] = span;
      const id = encoded.ids[index]!;
      if (id === unknown) return { word: characters.slice(start, end).join(''), span, isSubword: false };
      const word = tokenizer.idToToken(id)!;
      // Without continuation marks, a token continues the word unless it starts the text or has a space at or before its start.
      const isSubword = model.continuing_subword_prefix
        ? Array.from(word).length !== end - start
        : start > 0 && !characters.slice(start - 1, start + 1).includes(' ');
      return { word, span, isSubword };
    });
    return { ...encoded, placed, decode };
  };
}

/**
 * How tokens become entities. `none`: each token with a label other than `O` is an entity. `simple`: neighbouring tokens of
 * one kind are one entity, and `B-` begins a new entity. With the other strategies, all tokens of a word first get one label:
 * that of the first token (`first`), of the mean over the tokens (`average`), or of the most certain token (`max`).
 */
export const STRATEGIES = ['none', 'simple', 'first', 'average', 'max'] as const;
export type Strategy = (typeof STRATEGIES)[number];

export const EntitySchema = v.object({
  /** The label without the part up to its first `-`, such as `B-`; absent with `none`. */
  entity_group: v.optional(v.pipe(v.string(), v.description('The kind of entity.'))),
  entity: v.optional(v.pipe(v.string(), v.description('With the strategy `none`: the label of the token.'))),
  /** 0 to 1. */
  score: v.number(),
  /** Special tokens are counted, too. */
  index: v.optional(v.pipe(v.number(), v.description('With the strategy `none`: the index of the token.'))),
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
type Scored = Pick<LocatedToken, 'word' | 'span'> & { readonly scores: Float32Array };
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
  const labelled = ({ word, span, scores }: Scored): Labelled => {
    const [best] = topLabels(scores, labels, 1);
    return { word, span, label: best!.label, score: best!.probability };
  };
  if (strategy === 'none') {
    return tokens.flatMap(({ index, ...token }) => {
      const { label: entity, score, word, span } = labelled(token);
      if (entity === OUTSIDE) return [];
      return [{ entity, score: rounded(score), index, word, start: span[0], end: span[1] }];
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

/** Whether a token or word continues the entity of the one `before`: `label` is of the same kind and does not begin with `B-`. */
function continues({ label }: Labelled, before: Labelled): boolean {
  return !label.startsWith('B-') && kindOf(label) === kindOf(before.label);
}

function kindOf(label: string): string {
  return label.replace(/^[BI]-/, '');
}

function groupOf(tokens: readonly Labelled[], decode: PlacedTokens['decode']): Entity {
  const { word, span } = spanOf(tokens, decode);
  const { label } = tokens[0]!;
  const entity_group = label.slice(label.indexOf('-') + 1);
  const score = rounded(meanOf(tokens.map(({ score }) => score)));
  return { entity_group, score, word, start: span[0], end: span[1] };
}

function spanOf(tokens: readonly Omit<Scored, 'scores'>[], decode: PlacedTokens['decode']) {
  const span: Span = [tokens[0]!.span[0], tokens.at(-1)!.span[1]];
  return { word: decode(tokens.map(({ word }) => word)), span };
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
