/**
 * The load generator, a process of its own: clients that each wait for a response before the next request. Argument: a
 * `LoadTask` as JSON. Prints a `LoadResult` as JSON, or on stderr in one line why it cannot.
 */
import { exchange } from '../../load-tests/client/exchange.ts';
import { ATTEMPTS } from '../../load-tests/client/new-request.ts';
import { addressed, plainAddress } from '../../load-tests/client/service.ts';
import { quantile } from '../../load-tests/verdict/statistics.ts';
import { openRequestSource } from '../../model-repository/request-source.ts';
import type { LoadResult, ModelLoad } from './load.ts';

/** Different ids that are sent again and again. */
const REPEATED_IDS = 100;
/** Longer than any response takes that is worth measuring. */
const TIMEOUT_MILLISECONDS = 60_000;

process.on('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});

const { urls, source, clients, seconds, repeated = false } = JSON.parse(process.argv[2] ?? '') as ModelLoad;
const { samples, client } = await openRequestSource(source);
const services = urls.map(plainAddress);
const run = `${process.pid}-${Date.now()}`;
const latencies: number[] = [];
let failures = 0;
let failure: string | undefined;
let sent = 0;

/** @throws where no whole response comes, which makes all figures worthless */
async function send(request: number, attemptsLeft: number, clientNumber: number): Promise<void> {
  const service = services[clientNumber % services.length]!;
  const id = `${run}-${request}`;
  const addressedRequest = addressed(
    service,
    client.request(samples[request % samples.length]!, id, attemptsLeft),
  );
  const { outcome, error, milliseconds, status, headers, body } = await exchange(addressedRequest.url, {
    ...addressedRequest,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
  });
  if (outcome !== 'completed') throw new Error(`${error} from ${service.url}`);
  latencies.push(milliseconds);
  const response = { status: status ?? 0, headers: headers as Record<string, string>, body: body.toString() };
  const reply = client.read(response, id);
  if (!('error' in reply)) return;
  failures += 1;
  failure ??= reply.error;
}

async function waitingClient(clientNumber: number, until: number): Promise<void> {
  while (performance.now() < until) {
    sent += 1;
    if (repeated) await send(sent % REPEATED_IDS, ATTEMPTS - 2, clientNumber);
    else await send(sent, ATTEMPTS - 1, clientNumber);
  }
}

if (repeated) {
  for (let request = 0; request < REPEATED_IDS; request += 1) await send(request, ATTEMPTS - 1, 0);
  latencies.length = 0;
}
const started = performance.now();
const before = process.cpuUsage();
await Promise.all(
  Array.from({ length: clients }, (_, index) => waitingClient(index, started + seconds * 1000)),
);
const elapsed = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(before);
latencies.sort((a, b) => a - b);
const result: LoadResult = {
  clients,
  requests: latencies.length,
  seconds: elapsed,
  requestsPerSecond: latencies.length / elapsed,
  milliseconds: { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) },
  failures,
  ...(failure !== undefined && { failure }),
  cpuMilliseconds: (user + system) / 1000,
};
// Kept connections would hold the process for as long as the service keeps them.
process.stdout.write(JSON.stringify(result), () => process.exit());
