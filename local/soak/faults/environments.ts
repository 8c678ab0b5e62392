/** Execution environments that die or freeze. */
import type { ProcessFigures } from '../service/processes.ts';
import { type Fault, NotSurvived, needsSignals, type Stage } from './fault.ts';
import { sendSignal } from './send-signal.ts';

/** A cold start on a busy machine. */
const RECOVERY_SECONDS = 30;
/** The gateway kills a function after ten. */
const LONGER_THAN_A_FUNCTION_MAY_TAKE = 11_000;

export const environmentFaults: readonly Fault[] = [
  {
    name: 'kill -9 an environment at work',
    family: 'environments',
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      kill(stage, [stage.random.pick(await environments(stage))]);
    },
  },
  {
    name: 'kill -9 all environments at work',
    family: 'environments',
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      kill(stage, await environments(stage));
    },
  },
  {
    name: 'kill -9 all environments while idle, then ask',
    family: 'environments',
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      const found = await environments(stage);
      await stage.crowd.pause();
      try {
        kill(stage, found);
        await Promise.all(found.map(() => stage.crowd.askNew()));
      } finally {
        stage.crowd.resume();
      }
    },
  },
  {
    name: 'kill -9 an environment, and its successor while that starts',
    family: 'environments',
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      const before = await environments(stage);
      kill(stage, [stage.random.pick(before)]);
      await stage.sleep(stage.random.whole(50, 400));
      const { environments: after } = await stage.processes();
      kill(
        stage,
        after.filter(({ pid }) => !before.some((old) => old.pid === pid)),
      );
    },
  },
  freezing('freeze an environment', (stage, found) => [stage.random.pick(found)], 500, 4000),
  freezing('freeze all environments', (_, found) => found, 500, 3000),
  freezing(
    'freeze an environment for longer than a function may take',
    (stage, found) => [stage.random.pick(found)],
    LONGER_THAN_A_FUNCTION_MAY_TAKE,
    LONGER_THAN_A_FUNCTION_MAY_TAKE,
  ),
];

function freezing(
  name: string,
  choose: (stage: Stage, found: readonly ProcessFigures[]) => readonly ProcessFigures[],
  leastMilliseconds: number,
  mostMilliseconds: number,
): Fault {
  return {
    name,
    family: 'environments',
    leftOut: needsSignals,
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      const chosen = choose(stage, await environments(stage));
      // The gateway may kill what is frozen, and what was owed ends with it.
      stage.ledger.forgetOwed();
      for (const { pid } of chosen) sendSignal(pid, 'SIGSTOP');
      await stage.sleep(stage.random.whole(leastMilliseconds, mostMilliseconds));
      for (const { pid } of chosen) sendSignal(pid, 'SIGCONT');
    },
  };
}

async function environments(stage: Stage): Promise<readonly ProcessFigures[]> {
  const { environments: found } = await stage.processes();
  if (found.length === 0) throw new NotSurvived('there was no environment before the fault');
  return found;
}

function kill(stage: Stage, chosen: readonly ProcessFigures[]): void {
  stage.ledger.forgetOwed();
  for (const { pid } of chosen) sendSignal(pid, 'SIGKILL');
}
