/** Evaluates classifiers. */
import type { Sample } from '../functions/inference/contracts/client.ts';
import type { Pipeline } from '../functions/inference/pipelines/pipeline.ts';
import type { FoundModel } from '../model-repository/find-model.ts';
import { readSamples } from '../model-repository/request-source.ts';
import { eachInTurn } from '../project/each-in-turn.ts';
import { reportOf, type ScoredSample } from './classifier-figures.ts';
import { type Judged, openJudge } from './judge.ts';
import type { EvaluationOptions } from './options.ts';
import type { Report } from './report.ts';
import { type LabelledSample, labelledOf, listSamples, onlyNamed } from './samples.ts';
import { type LabelledRow, readTable } from './tables.ts';

/** Differences between the models whose best label is counted. */
export interface Kind {
  /** Makes a sample of a row; undefined if samples cannot come from a table. */
  sampleOf?(row: LabelledRow): Sample;
  /** The best label, before the reject threshold. @param output of the ensemble, or of a single member */
  bestOf(output: unknown, pipeline: Pipeline): string;
}

export async function evaluateClassifier(
  kind: Kind,
  model: FoundModel,
  options: EvaluationOptions,
): Promise<Report> {
  const { judge, info } = await openJudge(model);
  const { labels } = info;
  const samples = onlyNamed(model, options, await samplesOf(kind, model, options));
  const known = labels && new Set(labels.labels);
  const scored: ScoredSample[] = [];
  await eachInTurn(samples, async ({ label, read }) => {
    const predicted = await judge(await read());
    const isListed = known?.has(label) ?? true;
    const summary = predicted.pipeline.summary(predicted.output);
    const best = kind.bestOf(predicted.output, predicted.pipeline);
    const judges = [...membersOf(kind, predicted), { name: 'ensemble', best }];
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

function membersOf({ bestOf }: Kind, { pipeline, votes, outputAlone }: Judged) {
  return votes.map((vote) => {
    const { name, milliseconds } = vote;
    return { name, milliseconds, best: bestOf(outputAlone(vote), pipeline) };
  });
}

/** The samples of the options, or else the model's own. */
async function samplesOf(
  { sampleOf }: Kind,
  { directory }: FoundModel,
  { images, csv, label }: EvaluationOptions,
): Promise<LabelledSample[]> {
  if (images !== undefined) return listSamples(images);
  if (csv === undefined || !sampleOf) return labelledOf(await readSamples(directory));
  return readTable(csv, label).map((row) => {
    const sample = sampleOf(row);
    return { label: row.label, name: row.name, read: async () => sample };
  });
}
