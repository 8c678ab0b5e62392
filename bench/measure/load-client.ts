/**
 * The load generator, a process of its own: clients that each wait for their answer before they ask
 * again. Argument: a `LoadTask` as JSON. Prints a `LoadResult` as JSON, or on stderr in one line why it cannot.
 */
import { Agent, request } from 'node:http';
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { openAskedTask } from '../../tasks/asked-task.ts';
import type { LoadResult, LoadTask } from './load.ts';
import { percentile } from './statistics.ts';
import { tensorClient } from './tensor-client.ts';

/** Different questions that repeated ones are taken from. */
const REPEATED_QUESTIONS = 100;

process.on('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});

const task = JSON.parse(process.argv[2] ?? '') as LoadTask;
const { samples, ...opened } = await openAskedTask(task.asked);
const client = task.tensors ? await tensorClient(opened, samples) : opened.client;
const { ids = 'new' } = task;
const { hostname, port } = new URL(task.url);
const agent = new Agent({ keepAlive: true, maxSockets: task.clients });
const run = `${process.pid}-${Date.now()}`;
const latencies: number[] = [];
let failures = 0;
let failure: string | undefined;
let asked = 0;

/** Asks once; resolves when the whole reply is there. */
function ask(question: number, attemptsLeft: number): Promise<void> {
  const sample = samples[question % samples.length] as Sample;
  const id = ids === 'none' ? undefined : `${run}-${question}`;
  const { method, path, headers, body } = client.request(sample, id, attemptsLeft);
  const length = { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const options = { agent, hostname, port, path, method, headers: { ...headers, ...length } };
    const sending = request(options, (response) => {
      let reply = '';
      response.setEncoding('utf8').on('data', (part) => {
        reply += part;
      });
      response.once('end', () => {
        latencies.push(performance.now() - started);
        const { statusCode: status = 0, headers: received } = response;
        const said = client.read({ status, headers: received as Record<string, string>, body: reply }, id);
        if ('error' in said) {
          failures += 1;
          failure ??= said.error;
        }
        resolve();
      });
    });
    sending.once('error', reject).end(body);
  });
}

async function waitingClient(until: number): Promise<void> {
  while (performance.now() < until && asked < (task.requests ?? Number.POSITIVE_INFINITY)) {
    asked += 1;
    if (ids === 'repeated') await ask(asked % REPEATED_QUESTIONS, 1);
    else await ask(asked, 2);
  }
}

if (ids === 'repeated') {
  for (let question = 0; question < REPEATED_QUESTIONS; question += 1) await ask(question, 2);
  latencies.length = 0;
}
const started = performance.now();
const until = started + (task.seconds ?? Number.POSITIVE_INFINITY) * 1000;
await Promise.all(Array.from({ length: task.clients }, () => waitingClient(until)));
const seconds = (performance.now() - started) / 1000;
latencies.sort((a, b) => a - b);
const { user, system } = process.cpuUsage();
const result: LoadResult = {
  clients: task.clients,
  requests: latencies.length,
  seconds,
  requestsPerSecond: latencies.length / seconds,
  milliseconds: { p50: percentile(latencies, 50), p99: percentile(latencies, 99) },
  failures,
  ...(failure === undefined ? {} : { failure }),
  cpuMilliseconds: (user + system) / 1000,
};
process.stdout.write(JSON.stringify(result));
agent.destroy();
