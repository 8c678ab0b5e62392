/** Evaluates classifiers. */
import type { Sample } from '../functions/inference/contracts/client.ts';
import type { LabelPrediction } from '../functions/inference/pipelines/image-classification/prediction.ts';
import type { Pipeline } from '../functions/inference/pipelines/pipeline.ts';
import type { FoundModel } from '../model-repository/find-model.ts';
import { readSamples } from '../model-repository/request-source.ts';
import { eachInTurn } from '../project/each-in-turn.ts';
import { UsageError } from '../project/usage-error.ts';
import { reportOf, type ScoredSample } from './classifier-figures.ts';
import { type Judged, openJudge } from './judge.ts';
import type { EvaluationOptions } from './options.ts';
import type { Report } from './report.ts';
import { type LabelledSample, labelledOf, listSamples, onlyNamed } from './samples.ts';
import { type LabelledRow, readTable } from './tables.ts';

/** The best label, before the reject threshold. @param output of the ensemble, or of a single member */
type BestOf = (output: unknown, pipeline: Pipeline) => string;

export const bestLabel: BestOf = (output) => (output as LabelPrediction).ranking[0]?.label ?? '';

/** The label of a text; for a reranker, the index of its best text. */
export const bestText: BestOf = (output, { summary }) => summary(output).prediction;

export async function evaluateClassifier(
  bestOf: BestOf,
  model: FoundModel,
  options: EvaluationOptions,
): Promise<Report> {
  const { judge, info } = await openJudge(model);
  const { labels } = info;
  const samples = onlyNamed(model, options, await samplesOf(model, options));
  const known = labels && new Set(labels.labels);
  const scored: ScoredSample[] = [];
  await eachInTurn(samples, async ({ label, read }) => {
    const predicted = await judge(await read());
    const isListed = known?.has(label) ?? true;
    const summary = predicted.pipeline.summary(predicted.output);
    const best = bestOf(predicted.output, predicted.pipeline);
    const judges = [...membersOf(bestOf, predicted), { name: 'ensemble', best }];
    scored.push({
      label,
      isListed,
      wanted: isListed ? label : labels?.reject,
      predicted: summary.rejected ? summary.prediction : best,
      // No member can be right about a label outside the list.
      judges: isListed ? judges : [],
      membersRun: predicted.membersRun,
    });
  });
  return reportOf(scored, labels?.reject);
}

function membersOf(bestOf: BestOf, { pipeline, votes, outputAlone }: Judged) {
  return votes.map((vote) => {
    const { name, milliseconds } = vote;
    return { name, milliseconds, best: bestOf(outputAlone(vote), pipeline) };
  });
}

/** The samples of the options, or else the model's own. */
async function samplesOf(
  { directory }: FoundModel,
  { images, csv, label }: EvaluationOptions,
): Promise<LabelledSample[]> {
  if (images !== undefined) return listSamples(images);
  if (csv === undefined) return labelledOf(await readSamples(directory));
  return readTable(csv, label).map((row) => {
    const sample = textSample(row);
    return { label: row.label, name: row.name, read: async () => sample };
  });
}

/** @throws {UsageError} if a row has no column `text` and several others */
function textSample({ name, label, cells }: LabelledRow): Sample {
  const text = cells.get('text') ?? (cells.size === 1 ? [...cells.values()][0] : undefined);
  if (text === undefined) {
    throw new UsageError(
      `--csv needs a column "text" beside the labels; it has ${[...cells.keys()].join(', ')}`,
    );
  }
  return { name, label, mediaType: 'text/plain', bytes: Buffer.from(text) };
}
