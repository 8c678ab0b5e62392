/** How throughput and latency go with the number of clients that wait for their answers. */
import type { Service } from '../../local/service.ts';
import type { Machine } from '../machine.ts';
import type { Progress } from '../progress.ts';
import { allAnswered, describeGoals } from '../report/goals.ts';
import { type LoadTask, type MeasuredLoad, measureLoad } from './load.ts';

export interface ClientMeasurements {
  readonly started: string;
  readonly machine: Machine;
  readonly task: string;
  readonly contract: string;
  readonly ids: LoadTask['ids'];
  readonly tensors: boolean;
  readonly loads: readonly MeasuredLoad[];
}

/** Shorter than any measurement that counts: compilers and caches settle. */
export const SETTLING_SECONDS = 2;

/** Measures each number of clients for some seconds, one after the other. */
export async function measureClients(
  service: Service,
  task: Pick<LoadTask, 'asked' | 'ids' | 'tensors'> & { readonly seconds: number },
  numbers: readonly number[],
  progress: Progress,
): Promise<MeasuredLoad[]> {
  progress.begin('settling', SETTLING_SECONDS);
  await measureLoad(service, { ...task, clients: Math.max(...numbers), seconds: SETTLING_SECONDS });
  const loads: MeasuredLoad[] = [];
  for (const clients of numbers) {
    progress.begin(`${clients} ${clients === 1 ? 'client' : 'clients'}`, task.seconds);
    loads.push(await measureLoad(service, { ...task, clients }));
  }
  return loads;
}

const COLUMNS = ['clients', 'requests/s', 'a core', 'p50 ms', 'p99 ms', 'CPU ms', 'environments', 'gateway'];
const WIDTH = 14;

/** The measurements as a table for a terminal. */
export function formatClients({ machine, task, contract, ids, tensors, loads }: ClientMeasurements): string {
  const rows = loads.map(({ clients, requestsPerSecond, milliseconds, cpuPerRequest }) => {
    const { environments, gateway, database } = cpuPerRequest;
    return [
      String(clients),
      requestsPerSecond.toFixed(0),
      (requestsPerSecond / machine.cores).toFixed(0),
      milliseconds.p50.toFixed(2),
      milliseconds.p99.toFixed(2),
      (environments + gateway + database).toFixed(2),
      environments.toFixed(2),
      gateway.toFixed(2),
    ];
  });
  return [
    `${task} by ${contract}, ${tensors ? 'decoded tensors' : 'samples'}, ${ids === 'none' ? 'without ids: nothing is remembered' : 'new ids'}; ` +
      `${machine.cores} cores, ${machine.processor}, Node.js ${machine.node}`,
    '',
    ...[COLUMNS, ...rows].map((cells) => cells.map((cell) => cell.padStart(WIDTH)).join('')),
    '',
    'CPU time is that of one request: environments, gateway and table together, then the first two alone. The load',
    'generator works on the same cores and is not in it.',
    '',
    ...describeGoals([allAnswered(loads)]),
  ].join('\n');
}
