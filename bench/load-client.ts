/**
 * The load generator, a process of its own: clients that each wait for their answer before they ask
 * again. Argument: a `LoadTask` as JSON. Prints a `LoadResult` as JSON, or on stderr in one line why it cannot.
 */
import { Agent, request } from 'node:http';
import type { LoadResult, LoadTask } from './load.ts';
import { readPictures } from './pictures.ts';
import { percentile } from './statistics.ts';

/** Different questions that repeated ones are taken from. */
const REPEATED_QUESTIONS = 100;

process.on('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});

const task = JSON.parse(process.argv[2] ?? '') as LoadTask;
const { hostname, port } = new URL(task.url);
const agent = new Agent({ keepAlive: true, maxSockets: task.clients });
const images = readPictures().map((bytes) => bytes.toString('base64'));
const run = `${process.pid}-${Date.now()}`;
const latencies: number[] = [];
const statuses: Record<string, number> = {};
let asked = 0;

/** Asks once; resolves when the whole answer is there. */
function ask(question: number, retry: number): Promise<void> {
  const image = images[question % images.length];
  const body = `{"esun_uuid":"${run}-${question}","esun_timestamp":${Math.floor(Date.now() / 1000)},"image":"${image}","retry":${retry}}`;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const sending = request(
      { agent, hostname, port, path: '/inference', method: 'POST', headers },
      (response) => {
        response.resume().once('end', () => {
          latencies.push(performance.now() - started);
          const status = String(response.statusCode);
          statuses[status] = (statuses[status] ?? 0) + 1;
          resolve();
        });
      },
    );
    sending.once('error', reject).end(body);
  });
}

async function client(until: number): Promise<void> {
  while (performance.now() < until && asked < (task.requests ?? Number.POSITIVE_INFINITY)) {
    asked += 1;
    if (task.repeated) await ask(asked % REPEATED_QUESTIONS, 1);
    else await ask(asked, 2);
  }
}

if (task.repeated) {
  for (let question = 0; question < REPEATED_QUESTIONS; question += 1) await ask(question, 2);
  latencies.length = 0;
  delete statuses['200'];
}
const started = performance.now();
const until = started + (task.seconds ?? Number.POSITIVE_INFINITY) * 1000;
await Promise.all(Array.from({ length: task.clients }, () => client(until)));
const seconds = (performance.now() - started) / 1000;
latencies.sort((a, b) => a - b);
const { user, system } = process.cpuUsage();
const result: LoadResult = {
  clients: task.clients,
  requests: latencies.length,
  seconds,
  requestsPerSecond: latencies.length / seconds,
  milliseconds: { p50: percentile(latencies, 50), p99: percentile(latencies, 99) },
  statuses,
  cpuMilliseconds: (user + system) / 1000,
};
process.stdout.write(JSON.stringify(result));
agent.destroy();
