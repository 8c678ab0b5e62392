/** Evaluates a model of the pipeline `feature-extraction`: whether pairs of texts are as similar to it as to people. */
import type { Sample } from '../../functions/inference/contracts/client.ts';
import type { FoundModel } from '../../model-repository/find-model.ts';
import { loadLocalModel } from '../../model-repository/local-requests.ts';
import { clientOf } from '../../model-repository/request-source.ts';
import { numberIn } from '../../project/option-number.ts';
import { UsageError } from '../../project/usage-error.ts';
import { readTable } from '../csv.ts';
import { onlyNamed } from '../only.ts';
import type { EvaluationOptions } from '../options.ts';
import { Progress } from '../progress.ts';
import type { Report } from '../report.ts';
import { serviceAt } from '../service.ts';
import { correlationInterval, cosine, rankCorrelation } from './rank-correlation.ts';

/** Of fewer pairs an interval says nothing. */
const FEWEST_PAIRS = 10;

interface Pair {
  readonly name: string;
  readonly texts: readonly [string, string];
  /** How similar they are, in any unit. */
  readonly similarity: number;
}

export async function evaluateEmbeddings(model: FoundModel, options: EvaluationOptions): Promise<Report> {
  const { csv, label, only, url, contract, threads } = options;
  if (csv === undefined) {
    throw new UsageError(
      'embeddings are evaluated on pairs: expected --csv FILE with two texts and their similarity a row',
    );
  }
  const pairs = onlyNamed(only, readPairs(csv, label), csv);
  if (pairs.length < FEWEST_PAIRS)
    throw new UsageError(`${csv} has ${pairs.length} pairs; ${FEWEST_PAIRS} are the least`);
  const reply = url ? serviceReply(url, model, contract) : await memberReply(model, threads);
  const progress = new Progress(pairs.length);
  const embeddingOf = async (text: string, name: string) => {
    const bytes = new TextEncoder().encode(text);
    return embeddingIn(await reply({ name, label: undefined, mediaType: 'text/plain', bytes }));
  };
  const cosines: number[] = [];
  for (const { name, texts } of pairs) {
    const [one, other] = [await embeddingOf(texts[0], name), await embeddingOf(texts[1], name)];
    progress.show(cosines.push(cosine(one, other)));
  }
  progress.end();
  const correlation = rankCorrelation(
    cosines,
    pairs.map(({ similarity }) => similarity),
  );
  const { low, high } = correlationInterval(correlation, pairs.length);
  const [shown, least, most] = [correlation, low, high].map((value) => value.toFixed(4));
  return {
    text: `${pairs.length} pairs of texts\nSpearman's rank correlation of cosines and similarities  ${shown} (95 %: ${least} to ${most})\n`,
    content: { pairs: pairs.length, rankCorrelation: correlation, interval: { low, high } },
  };
}

/** @throws {UsageError} where a row has not two texts, or its similarity is no number */
function readPairs(file: string, label = 'similarity'): Pair[] {
  return readTable(file, label).map(({ name, label: right, cells }) => {
    const [one, other, ...more] = cells.values();
    const similarity = numberIn(right);
    if (one === undefined || other === undefined || more.length > 0 || !Number.isFinite(similarity)) {
      throw new UsageError(`${file}, ${name} must have two texts, and in "${label}" a number`);
    }
    return { name, texts: [one, other], similarity };
  });
}

type ReplyTo = (sample: Sample) => Promise<string>;

async function memberReply(model: FoundModel, threads: number): Promise<ReplyTo> {
  const { ensemble, inputOf, predictionOf } = await loadLocalModel(model, threads);
  return async (sample) => {
    const input = inputOf(sample);
    const { output } = await ensemble.predict(input, await ensemble.pipeline.decode(input));
    const reply = predictionOf(sample, output);
    if ('error' in reply) throw new Error(`${sample.name}: ${reply.error}`);
    return reply.answer;
  };
}

function serviceReply(url: string, model: FoundModel, contract: string | undefined): ReplyTo {
  const send = serviceAt(url, clientOf(model.manifest, contract));
  return async (sample) => (await send(sample)).prediction;
}

/** Contracts give the elements alone, or outputs of which one is called so. */
function embeddingIn(prediction: string): number[] {
  const content = JSON.parse(prediction) as number[] | { name: string; data: number[] }[];
  const named = content.find((output) => typeof output === 'object' && output.name === 'embedding');
  return typeof named === 'object' ? named.data : (content as number[]);
}
