/** `npm run soak`: the service under load while everything around it breaks. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { openRequestSource, type RequestSource } from '../../model-repository/request-source.ts';
import { commandLine } from '../../project/command-line.ts';
import { anyNumber, wholeNumber } from '../../project/option-number.ts';
import { dataDirectory } from '../../project/places.ts';
import { readOptions } from '../../project/read-options.ts';
import { UsageError } from '../../project/usage-error.ts';
import { campaign, type FaultResult } from './campaign.ts';
import { Clients } from './clients.ts';
import { FAMILIES, FAULTS, type Fault, type Stage } from './faults.ts';
import { Ledger } from './ledger.ts';
import { Random } from './random.ts';
import { formatReport, type Report } from './report.ts';
import { ServiceProcess } from './service.ts';

export const HELP = `Usage: ${commandLine('soak')} [model] [options]

Starts the service with an empty data folder, sends it requests without end, and meanwhile breaks one thing after the other, in
an order drawn from a seed. Every response is held against those before it. docs/soak.md says what counts.

  model              a model under models/, or a folder with an ensemble.json (default ${DEFAULT_MODEL})
  --minutes <n>      how long (default 10); Ctrl-C ends it earlier, with its report
  --seed <n>         the faults of an earlier run in the same order
  --only <families>  faults of these families: ${FAMILIES.join(', ')}
  --workers <n>      workers of the service; twice as many clients (default 2)
  --json <file>      write the report there as well
  --help             show this text

Exit code: 0 when no response was lost or changed and every fault was survived, 1 when not, 2 for wrong usage.`;

const USAGE = {
  help: `${commandLine('soak')} --help`,
  models: 'one',
  options: {
    minutes: { type: 'string', default: '10', value: 'n' },
    seed: { type: 'string', value: 'n' },
    only: { type: 'string', value: 'families' },
    workers: { type: 'string', default: '2', value: 'n' },
    json: { type: 'string', value: 'file' },
    help: { type: 'boolean', default: false, short: 'h' },
  },
} as const;

const CALIBRATION_SECONDS = 3;

/** @returns the exit code */
export async function soak(parameters: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(USAGE, parameters);
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const minutes = anyNumber('minutes', values.minutes, 0.01, 10_000);
  const seed = wholeNumber(
    'seed',
    values.seed ?? String(Math.floor(Math.random() * 2 ** 32)),
    0,
    2 ** 32 - 1,
  );
  const workers = wholeNumber('workers', values.workers, 1, 100);
  const families = values.only?.split(',') ?? FAMILIES;
  const unknown = families.find((name) => !FAMILIES.some((family) => family === name));
  if (unknown !== undefined) {
    throw new UsageError(`--only takes families of faults (${FAMILIES.join(', ')}), not "${unknown}"`);
  }
  const source = await openRequestSource({ model: positionals[0] ?? DEFAULT_MODEL });
  const faults = FAULTS.filter(({ family }) => families.includes(family));
  const report = await run(source, faults, { minutes, seed, workers });
  console.log(formatReport(report));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, undefined, 2)}\n`);
  return report.passed ? 0 : 1;
}

interface Terms {
  readonly minutes: number;
  readonly seed: number;
  readonly workers: number;
}

async function run(
  { directory, manifest, client, samples }: RequestSource,
  all: readonly Fault[],
  { minutes, seed, workers }: Terms,
): Promise<Report> {
  mkdirSync(dataDirectory, { recursive: true });
  const events = path.join(dataDirectory, `soak-${seed}.jsonl`);
  const takeDown = (what: string, details: object) =>
    appendFileSync(events, `${JSON.stringify({ time: new Date().toISOString(), what, ...details })}\n`);
  const ends = performance.now() + 60_000 * minutes;
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  const isOver = () => interrupted.signal.aborted || performance.now() > ends;
  const random = new Random(seed);
  const service = new ServiceProcess(directory, workers);
  const has = { signals: process.platform !== 'win32', 'small disk': service.hasSmallDisk };
  const leftOut = all.filter(({ needs }) => needs !== undefined && !has[needs]);
  const progress = (what: string) => {
    const left = Math.max(0, Math.round((ends - performance.now()) / 60_000));
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${what}, ${left} min left` : `${what}\n`);
  };
  try {
    await service.start();
    const ledger = new Ledger();
    const { deadlineMilliseconds } = manifest;
    const plan = { url: service.url, client, samples, deadlineMilliseconds };
    const clients = new Clients(plan, ledger, random.fork(), takeDown);
    progress('calm');
    for (const sample of samples) {
      await clients.send(randomUUID(), sample);
      const id = ledger.ids.at(-1)!;
      clients.expected.set(sample.name, ledger.entry(id)!.output);
    }
    const capacity = await measure(clients, 4 * workers);
    clients.start(2 * workers);
    const sleep = (milliseconds: number) =>
      delay(milliseconds, undefined, { signal: interrupted.signal }).catch(() => {});
    const stage: Stage = { service, clients, ledger, random, capacity, sleep };
    const faults = all.filter((fault) => !leftOut.includes(fault));
    const results: FaultResult[] = await campaign(faults, stage, workers, isOver, progress);
    await clients.stop();
    await service.stop();
    const { counts, wrongs } = clients;
    const passed =
      Object.values(wrongs).every((count) => count === 0) &&
      results.every(({ complaints }) => complaints.length === 0);
    const names = leftOut.map(({ name }) => name);
    return {
      model: manifest.model,
      seed,
      workers,
      capacity,
      passed,
      counts,
      wrongs,
      results,
      leftOut: names,
      events,
    };
  } finally {
    await service.kill().catch(() => {});
    service.removeData();
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

/** Requests a second in calm. */
async function measure(clients: Clients, count: number): Promise<number> {
  const ends = performance.now() + 1000 * CALIBRATION_SECONDS;
  let responses = 0;
  const client = async () => {
    while (performance.now() < ends) {
      await clients.sendNew();
      responses += 1;
    }
  };
  await Promise.all(Array.from({ length: count }, client));
  return responses / CALIBRATION_SECONDS;
}
