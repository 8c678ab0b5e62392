/** The table's process dies or freezes, or its folder is removed. */
import { rmSync } from 'node:fs';
import { isRunning } from '../service/processes.ts';
import { type Fault, NotSurvived, needsSignals, type Stage } from './fault.ts';
import { sendSignal } from './send-signal.ts';

/** Environments leave a table that failed alone for half a minute at most. */
const RECOVERY_SECONDS = 60;
/** A process whose files are gone must notice it by then. */
const NOTICED_MILLISECONDS = 3000;

export const tableFaults: readonly Fault[] = [
  {
    name: "kill -9 the table's process",
    family: 'table',
    owes: true,
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      sendSignal(await tablePid(stage), 'SIGKILL');
    },
  },
  {
    name: "kill -9 the table's process again and again",
    family: 'table',
    owes: true,
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      for (let times = stage.random.whole(3, 6); times > 0 && !stage.signal.aborted; times -= 1) {
        const { table } = await stage.processes();
        if (table) sendSignal(table.pid, 'SIGKILL');
        await stage.sleep(stage.random.whole(300, 1500));
      }
    },
  },
  {
    name: "freeze the table's process",
    family: 'table',
    owes: true,
    leftOut: needsSignals,
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      const pid = await tablePid(stage);
      sendSignal(pid, 'SIGSTOP');
      await stage.sleep(stage.random.whole(500, 5000));
      sendSignal(pid, 'SIGCONT');
    },
  },
  {
    name: "remove the table's folder",
    family: 'table',
    owes: true,
    leftOut: ({ platform }) => (platform === 'win32' ? 'Windows removes no file that is open' : undefined),
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      await removeFolder(stage, await tablePid(stage));
    },
  },
  {
    name: "kill -9 the table's process and remove its folder",
    family: 'table',
    owes: true,
    leftOut: ({ platform }) => (platform === 'win32' ? 'Windows removes no file that is open' : undefined),
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      const pid = await tablePid(stage);
      sendSignal(pid, 'SIGKILL');
      await removeFolder(stage, pid);
    },
  },
];

/**
 * Nothing can be known of ids from before, nor of those that were written into files already removed: a process may go on with
 * these until it notices.
 */
async function removeFolder(stage: Stage, pid: number): Promise<void> {
  rmSync(stage.data.table, { recursive: true, force: true });
  const deadline = performance.now() + NOTICED_MILLISECONDS;
  while (performance.now() < deadline && !stage.signal.aborted && (await isRunning(pid))) {
    await stage.sleep(50);
  }
  await stage.crowd.pause();
  stage.ledger.forgetAll();
  stage.crowd.resume();
}

async function tablePid(stage: Stage): Promise<number> {
  const { table } = await stage.processes();
  if (!table) throw new NotSurvived("there was no process of the table's before the fault");
  return table.pid;
}
