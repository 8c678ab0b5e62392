/**
 * The load generator, a process of its own: clients that each wait for their answer before they ask
 * again. Argument: a `LoadTask` as JSON. Prints a `LoadResult` as JSON, or on stderr in one line why it cannot.
 */
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { exchange } from '../../load-tests/client/exchange.ts';
import { ATTEMPTS } from '../../load-tests/client/question.ts';
import { addressed, plainAddress, type ServiceAddress } from '../../load-tests/client/service.ts';
import { quantile } from '../../load-tests/verdict/statistics.ts';
import { openAskedTask } from '../../tasks/asked-task.ts';
import type { LoadResult, LoadTask } from './load.ts';

/** Different questions that repeated ones are taken from. */
const REPEATED_QUESTIONS = 100;
/** Longer than any answer takes that is worth measuring. */
const TIMEOUT_MILLISECONDS = 60_000;

process.on('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});

const task = JSON.parse(process.argv[2] ?? '') as LoadTask;
const { samples, client } = await openAskedTask(task.asked);
const { ids = 'new' } = task;
const services = task.urls.map(plainAddress);
const run = `${process.pid}-${Date.now()}`;
const latencies: number[] = [];
let failures = 0;
let failure: string | undefined;
let asked = 0;

/**
 * Asks once; resolves when the whole reply is there.
 *
 * @param clientNumber of the one that asks, from 0
 * @throws when none comes, which makes all figures worthless
 */
async function ask(question: number, attemptsLeft: number, clientNumber: number): Promise<void> {
  const service = services[clientNumber % services.length] as ServiceAddress;
  const sample = samples[question % samples.length] as Sample;
  const id = ids === 'none' ? undefined : `${run}-${question}`;
  const request = addressed(service, client.request(sample, id, attemptsLeft));
  const {
    outcome,
    error,
    milliseconds,
    status = 0,
    headers,
    body,
  } = await exchange(request.url, {
    ...request,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
  });
  if (outcome !== 'answered') throw new Error(`${error} from ${service.url}`);
  latencies.push(milliseconds);
  const said = client.read({ status, headers: headers as Record<string, string>, body: body.toString() }, id);
  if (!('error' in said)) return;
  failures += 1;
  failure ??= said.error;
}

async function waitingClient(clientNumber: number, until: number): Promise<void> {
  while (performance.now() < until && asked < (task.requests ?? Number.POSITIVE_INFINITY)) {
    asked += 1;
    if (ids === 'repeated') await ask(asked % REPEATED_QUESTIONS, ATTEMPTS - 2, clientNumber);
    else await ask(asked, ATTEMPTS - 1, clientNumber);
  }
}

if (ids === 'repeated') {
  for (let question = 0; question < REPEATED_QUESTIONS; question += 1) await ask(question, ATTEMPTS - 1, 0);
  latencies.length = 0;
}
const started = performance.now();
const before = process.cpuUsage();
const until = started + (task.seconds ?? Number.POSITIVE_INFINITY) * 1000;
await Promise.all(
  Array.from({ length: task.clients }, (_, clientNumber) => waitingClient(clientNumber, until)),
);
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(before);
latencies.sort((a, b) => a - b);
const result: LoadResult = {
  clients: task.clients,
  requests: latencies.length,
  seconds,
  requestsPerSecond: latencies.length / seconds,
  milliseconds: { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) },
  failures,
  ...(failure === undefined ? {} : { failure }),
  cpuMilliseconds: (user + system) / 1000,
};
// Kept connections would hold the process for as long as the service keeps them.
process.stdout.write(JSON.stringify(result), () => process.exit());
