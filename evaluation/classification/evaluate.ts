/** Puts samples to a judge and counts what came of them. */
import type { JudgedPrediction } from '../certainty.ts';
import type { Judge } from './judges.ts';
import type { Labels } from './kind.ts';
import type { LabelledSample } from './labelled-samples.ts';
import { Tally } from './tally.ts';

/** Samples whose label the model lists, and the others. */
export interface Evaluation {
  readonly listed: Tally;
  readonly outside: Tally;
  /** Predictions for samples whose label the model lists, where the judge says how sure it is. */
  readonly judged: readonly JudgedPrediction[];
}

/** @param progress is told after each sample how many are done */
export async function evaluate(
  samples: readonly LabelledSample[],
  judge: Judge,
  { listed: labels, reject }: Labels,
  progress: (done: number) => void,
): Promise<Evaluation> {
  const known = new Set(labels);
  const evaluation = { listed: new Tally(), outside: new Tally(), judged: [] as JudgedPrediction[] };
  for (const [index, sample] of samples.entries()) {
    const { predicted, best, milliseconds, membersRun, sureness } = await judge.predict(await sample.read());
    const isListed = known.has(sample.label);
    const tally = isListed ? evaluation.listed : evaluation.outside;
    const right = isListed ? sample.label : reject;
    for (const [name, time] of milliseconds) tally.spent(name, time);
    if (isListed) for (const [name, label] of best) tally.count(name, label === right);
    tally.count('as predicted', predicted === right);
    if (membersRun !== undefined) tally.ran(membersRun);
    if (isListed && sureness) {
      evaluation.judged.push({ ...sureness, right: best.get('ensemble') === sample.label });
    }
    if (predicted !== right) tally.confuse(sample.label, predicted);
    progress(index + 1);
  }
  return evaluation;
}
