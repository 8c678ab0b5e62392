/** The gateway dies, freezes or is stopped, and is started again on the same port with the same data. */
import { isRunning, type ServiceProcesses } from '../service/processes.ts';
import { type Fault, NotSurvived, needsSignals, type Stage } from './fault.ts';
import { sendSignal } from './send-signal.ts';

const RECOVERY_SECONDS = 30;
/** Environments and table end by themselves when their gateway has gone. */
const LEFT_PROCESSES_SECONDS = 10;
const STOP_LIMIT_MILLISECONDS = 15_000;
const IDS_TO_LOOK_UP = 40;

export const gatewayFaults: readonly Fault[] = [
  {
    name: 'kill -9 the gateway, start it again',
    family: 'gateway',
    unreachable: 'cut',
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      const processes = await stage.processes();
      await stage.service.kill();
      stage.ledger.forgetOwed();
      await requireEnded(stage, processes);
      await stage.sleep(stage.random.whole(0, 1000));
      await stage.service.start();
      await lookUp(stage);
    },
  },
  {
    name: 'kill -9 the gateway with an environment frozen',
    family: 'gateway',
    leftOut: needsSignals,
    unreachable: 'cut',
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      const processes = await stage.processes();
      const frozen = stage.random.pick(processes.environments).pid;
      sendSignal(frozen, 'SIGSTOP');
      await stage.service.kill();
      stage.ledger.forgetOwed();
      try {
        await stage.service.start();
      } finally {
        sendSignal(frozen, 'SIGCONT');
      }
      await requireEnded(stage, processes);
      await lookUp(stage);
    },
  },
  {
    name: 'freeze the gateway',
    family: 'gateway',
    leftOut: needsSignals,
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      const { pid } = stage.service;
      if (pid === undefined) throw new NotSurvived('there was no gateway before the fault');
      sendSignal(pid, 'SIGSTOP');
      await stage.sleep(stage.random.whole(500, 4000));
      sendSignal(pid, 'SIGCONT');
    },
  },
  {
    name: 'stop under load, start again',
    family: 'gateway',
    leftOut: ({ platform }) =>
      platform === 'win32' ? 'Windows has no signal that asks a process to end' : undefined,
    unreachable: 'refused',
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      await stopAndStart(stage, () => {});
      await lookUp(stage);
    },
  },
];

/** Stops the service as Ctrl-C does, under load, does something while it is down, and starts it again. */
export async function stopAndStart(stage: Stage, whileDown: () => void): Promise<void> {
  const processes = await stage.processes();
  const began = performance.now();
  const end = await stage.service.stop(STOP_LIMIT_MILLISECONDS);
  const after = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  stage.ledger.forgetOwed();
  stage.takeDown('stopped', { end, after });
  whileDown();
  await stage.service.start();
  if (end !== 0) throw new NotSurvived(`asked to stop, the service ended with ${end} after ${after}`);
  await requireEnded(stage, processes);
}

/** @throws {NotSurvived} when a process of a service that has gone is still there */
export async function requireEnded(stage: Stage, processes: ServiceProcesses): Promise<void> {
  const { environments, table, others } = processes;
  const all = [...environments, ...others, ...(table ? [table] : [])];
  const deadline = performance.now() + LEFT_PROCESSES_SECONDS * 1000;
  for (const { pid, command } of all) {
    while (await isRunning(pid)) {
      if (performance.now() > deadline || stage.signal.aborted) {
        throw new NotSurvived(`${command} outlived its gateway by ${LEFT_PROCESSES_SECONDS} s`);
      }
      await stage.sleep(50);
    }
  }
}

/** What was answered before must be there: the same answer for its question, 422 for another one. */
async function lookUp(stage: Stage): Promise<void> {
  const ids = stage.crowd.rememberedIds(IDS_TO_LOOK_UP);
  const before = stage.counts.fromMemory;
  for (const [index, id] of ids.entries()) {
    if (stage.signal.aborted) return;
    // The ledger judges each of these replies.
    await (index % 4 === 3 ? stage.crowd.askOtherwise(id) : stage.crowd.askAgain(id));
  }
  stage.takeDown('looked up', { ids: ids.length, fromMemory: stage.counts.fromMemory - before });
}
