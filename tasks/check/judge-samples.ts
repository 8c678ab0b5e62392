/** How many of its samples a task answers right, through the service's own code, without HTTP. */
import { findTask } from '../find-task.ts';
import { loadLocalTask } from '../local-questions.ts';
import { readSamples } from '../samples.ts';

const PROGRESS_MILLISECONDS = 2000;
const WRONG_SHOWN = 5;

export interface JudgedSamples {
  readonly right: number;
  readonly count: number;
  /** The first few that were not answered right, in words. */
  readonly wrong: readonly string[];
}

/**
 * Asks a task about each of its samples that has a label, every member.
 *
 * @param progress told how far it is, every other second
 */
export async function judgeSamples(
  directory: string,
  progress: (line: string) => void,
): Promise<JudgedSamples> {
  const task = await loadLocalTask(await findTask(directory), 1);
  const { ensemble } = task;
  const samples = (await readSamples(directory)).filter(({ label }) => label !== undefined);
  const wrong: string[] = [];
  let told = performance.now();
  let right = 0;
  for (const [index, sample] of samples.entries()) {
    let answer: string;
    try {
      const input = task.inputOf(sample);
      const { output } = await ensemble.predict(input, await ensemble.kind.decode(input), {
        everyMember: true,
      });
      ({ answer } = ensemble.kind.summary(output));
    } catch (error) {
      answer = `nothing (${(error as Error).message})`;
    }
    if (answer === sample.label) right += 1;
    else if (wrong.length < WRONG_SHOWN) wrong.push(`${sample.name} is ${sample.label}, answered ${answer}`);
    if (performance.now() - told > PROGRESS_MILLISECONDS) {
      told = performance.now();
      progress(`${index + 1} of ${samples.length} samples …`);
    }
  }
  return { right, count: samples.length, wrong };
}
