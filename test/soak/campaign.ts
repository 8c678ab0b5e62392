/** One fault after the other, each until everything is as before. */
import type { Fault, Stage } from './faults.ts';
import { NotSurvived } from './service.ts';

const LONGEST_CALM_MILLISECONDS = 3000;
const RECOVERY_SECONDS = 30;
/** Rounds of requests that must go well. */
const ROUNDS = 3;
/** What the front process gets to write what it owes, once the store is back. */
export const WRITING_MILLISECONDS = 3000;
/** Connections that the system has made and the service not taken yet are reset when it closes its port. */
const MOST_CUT = 4;

/**
 * @param faults none: clients go on in calm
 * @param isOver whether no further fault may begin
 */
export async function campaign(
  faults: readonly Fault[],
  stage: Stage,
  isOver: () => boolean,
  show: (fault: string) => void,
) {
  const results: Awaited<ReturnType<typeof inflict>>[] = [];
  let left: Fault[] = [];
  while (!isOver()) {
    show('calm');
    await stage.sleep(stage.random.whole(0, LONGEST_CALM_MILLISECONDS));
    if (left.length === 0) left = stage.random.shuffled(faults);
    const fault = left.pop();
    if (!fault) continue;
    show(fault.name);
    results.push(await inflict(fault, stage));
  }
  return results;
}

/** @returns how long it took until everything was as before, and what did not hold */
async function inflict(fault: Fault, stage: Stage) {
  const { clients, ledger, service } = stage;
  const complaints: string[] = [];
  const wrongBefore = { ...clients.wrongs };
  const cutBefore = clients.counts.cut;
  clients.takeDown('fault', { name: fault.name });
  clients.circumstances = fault;
  await fault.inflict(stage).catch((error: Error) => {
    if (!(error instanceof NotSurvived)) throw error;
    complaints.push(error.message);
  });
  const began = performance.now();
  if (!(await recover(stage))) {
    complaints.push(`not as before after ${RECOVERY_SECONDS} s`);
    clients.circumstances = { ...fault, unreachable: 'cut', slow: true };
    await service.kill();
    ledger.forgetOwed();
    await service.start();
  }
  const recoverySeconds = (performance.now() - began) / 1000;
  clients.circumstances = {};
  await lookUpOwed(stage);
  const cut = clients.counts.cut - cutBefore;
  if (fault.unreachable === 'refused' && cut > MOST_CUT) complaints.push(`${cut} connections were cut`);
  for (const [wrong, count] of Object.entries(wrongBefore)) {
    const more = clients.wrongs[wrong as keyof typeof wrongBefore] - count;
    if (more > 0) complaints.push(`${wrong}: ${more}`);
  }
  const result = { name: fault.name, recoverySeconds, complaints };
  clients.takeDown('result', result);
  return result;
}

/** Waits until every worker is there and new requests get responses that are stored, some rounds in a row. */
async function recover({ service, clients }: Stage): Promise<boolean> {
  const deadline = performance.now() + 1000 * RECOVERY_SECONDS;
  let good = 0;
  while (good < ROUNDS) {
    if (performance.now() > deadline || service.pid === undefined) return false;
    const settled = await Promise.all(Array.from({ length: service.workerCount }, () => clients.sendNew()));
    const isWhole = process.platform === 'win32' || service.workers().length === service.workerCount;
    good = isWhole && settled.every((one) => one === 'stored' || one === 'provisional') ? good + 1 : 0;
  }
  return true;
}

/** Responses that went out while the store was out of reach must be in it now. */
async function lookUpOwed({ ledger, clients, sleep }: Stage): Promise<void> {
  if (!ledger.ids.some((id) => ledger.entry(id)?.firmness === 'owed')) return;
  await sleep(WRITING_MILLISECONDS);
  const owed = ledger.settleOwed();
  for (const id of owed.slice(-30)) {
    await clients.sendAgain(id, false);
    await clients.sendAgain(id, true);
  }
}
