/** How many of its samples a model predicts correctly, through the service's own code, without HTTP. */
import { findModel } from '../find-model.ts';
import { loadLocalModel } from '../local-requests.ts';
import { readSamples } from '../samples.ts';

const PROGRESS_MILLISECONDS = 2000;
const WRONG_SHOWN = 5;

export interface JudgedSamples {
  readonly right: number;
  readonly count: number;
  /** The first few wrong predictions, in words. */
  readonly wrong: readonly string[];
}

/**
 * Runs every member of a model on each of its samples that has a label.
 *
 * @param progress called every other second with the number of samples done
 */
export async function judgeSamples(
  directory: string,
  progress: (line: string) => void,
): Promise<JudgedSamples> {
  const model = await loadLocalModel(await findModel(directory), 1);
  const samples = (await readSamples(directory)).filter(({ label }) => label !== undefined);
  const wrong: string[] = [];
  let told = performance.now();
  let right = 0;
  for (const [index, sample] of samples.entries()) {
    const reply = await model
      .predict(sample)
      .then((prediction) => prediction.reply())
      .catch((error: Error) => ({ error: error.message }));
    const predicted = 'answer' in reply ? reply.answer : `nothing (${reply.error})`;
    if ('answer' in reply && predicted === sample.label) right += 1;
    else if (wrong.length < WRONG_SHOWN) {
      wrong.push(`${sample.name} is ${sample.label}, predicted ${predicted}`);
    }
    if (performance.now() - told > PROGRESS_MILLISECONDS) {
      told = performance.now();
      progress(`${index + 1} of ${samples.length} samples …`);
    }
  }
  return { right, count: samples.length, wrong };
}
