/** Whether the service is as good as before a fault. */
import { ATTEMPTS } from '../../load-tests/client/question.ts';
import type { Stage } from './faults/fault.ts';

const PAUSE_MILLISECONDS = 50;
/** Rounds of questions in a row that must go well. */
const ROUNDS = 3;

/**
 * Waits until every process is there, and new questions are answered and remembered,
 * some rounds in a row.
 *
 * @param environments how many there must be
 * @returns seconds that it took; undefined: longer than `limitSeconds`
 */
export async function recover(
  stage: Stage,
  environments: number,
  limitSeconds: number,
): Promise<number | undefined> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  let good = 0;
  while (seconds() <= limitSeconds && !stage.signal.aborted) {
    good = (await isWhole(stage, environments)) && (await answersWell(stage)) ? good + 1 : 0;
    if (good >= ROUNDS) return seconds();
    if (good === 0) await stage.sleep(PAUSE_MILLISECONDS);
  }
  // A soak that is to end waits for nothing; what it has counted decides.
  return stage.signal.aborted ? seconds() : undefined;
}

async function isWhole(stage: Stage, environments: number): Promise<boolean> {
  const found = await stage.processes();
  return found.table !== undefined && found.environments.length >= environments;
}

/** As many at once as there are environments, so that each is likely to be asked. */
async function answersWell(stage: Stage): Promise<boolean> {
  const { environments } = await stage.processes();
  const settled = await Promise.all(environments.map(() => stage.crowd.askNew()));
  return settled.every(
    ({ attempts, last }) => attempts <= ATTEMPTS && last?.kind === 'answered' && last.firmness !== 'owed',
  );
}
