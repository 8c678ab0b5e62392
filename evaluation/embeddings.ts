/** Evaluates a model of the pipeline `feature-extraction` by the similarity of pairs of texts. */
import type { FoundModel } from '../model-repository/find-model.ts';
import { eachInTurn } from '../project/each-in-turn.ts';
import { numberIn } from '../project/option-number.ts';
import { UsageError } from '../project/usage-error.ts';
import { openJudge } from './judge.ts';
import type { EvaluationOptions } from './options.ts';
import type { Report } from './report.ts';
import { onlyNamed } from './samples.ts';
import { readTable } from './tables.ts';

/** With fewer pairs, the interval is too wide to say anything. */
const FEWEST_PAIRS = 10;

export async function evaluateEmbeddings(model: FoundModel, options: EvaluationOptions): Promise<Report> {
  const { csv, label } = options;
  if (csv === undefined) {
    throw new UsageError(
      'a model of embeddings needs --csv FILE with two texts and their similarity in each row',
    );
  }
  const pairs = onlyNamed(model, options, readPairs(csv, label));
  if (pairs.length < FEWEST_PAIRS)
    throw new UsageError(`${csv} has ${pairs.length} pairs; the minimum is ${FEWEST_PAIRS}`);
  const { judge } = await openJudge(model);
  const embeddingOf = async (text: string, name: string) => {
    const bytes = Buffer.from(text);
    const { prediction } = await judge({ name, label: undefined, mediaType: 'text/plain', bytes });
    return embeddingIn(prediction());
  };
  const cosines: number[] = [];
  await eachInTurn(pairs, async ({ name, one, other }) => {
    cosines.push(cosine(await embeddingOf(one, name), await embeddingOf(other, name)));
  });
  const wanted = pairs.map(({ similarity }) => similarity);
  const correlation = rankCorrelation(cosines, wanted);
  const { low, high } = correlationInterval(correlation, pairs.length);
  const [shown, least, most] = [correlation, low, high].map((value) => value.toFixed(4));
  return {
    text: `${pairs.length} pairs of texts\nSpearman's rank correlation of cosines and similarities  ${shown} (95 %: ${least} to ${most})\n`,
    content: { pairs: pairs.length, rankCorrelation: correlation, interval: { low, high } },
  };
}

/** Similarities may have any unit. @throws {UsageError} if a row has not two texts, or its similarity is not a number */
function readPairs(file: string, label = 'similarity') {
  return readTable(file, label).map(({ name, label: right, cells }) => {
    const [one, other, ...more] = cells.values();
    const similarity = numberIn(right);
    if (one === undefined || other === undefined || more.length > 0 || !Number.isFinite(similarity)) {
      throw new UsageError(`${file}, ${name} must have two texts, and in "${label}" a number`);
    }
    return { name, one, other, similarity };
  });
}

/** Contracts return the elements alone, or outputs, one of which is named `embedding`. */
function embeddingIn(prediction: string): number[] {
  const content = JSON.parse(prediction) as number[] | { name: string; data: number[] }[];
  const named = content.find((output) => typeof output === 'object' && output.name === 'embedding');
  return typeof named === 'object' ? named.data : (content as number[]);
}

/**
 * Spearman's correlation: Pearson's correlation of the ranks; equal values share the mean of their ranks. @returns NaN if
 * either has only one value
 */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  return cosine(centredRanksOf(one), centredRanksOf(other));
}

/** Ranks with a mean of 0, so that their cosine is their correlation. */
function centredRanksOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (values.length - 1) / 2;
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 - middle);
}

/** 95 % interval of a rank correlation (Bonett and Wright, 2000). @param pairs more than 3 */
export function correlationInterval(correlation: number, pairs: number): { low: number; high: number } {
  const margin = 1.96 * Math.sqrt((1 + correlation ** 2 / 2) / (pairs - 3));
  const middle = Math.atanh(Math.min(0.999999, Math.max(-0.999999, correlation)));
  return { low: Math.tanh(middle - margin), high: Math.tanh(middle + margin) };
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}
