/** Measures the service while it gets more requests than it can serve, and while other clients send costly pictures. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { PICTURE_PIPELINES } from '../functions/inference/pipelines/picture/input/picture-pipelines.ts';
import { Generator } from '../load-tests/waiting-clients/generator.ts';
import type { Seen } from '../load-tests/waiting-clients/tally.ts';
import type { RequestSource } from '../model-repository/request-source.ts';
import { table } from '../project/table.ts';
import type { Goal } from './goals.ts';
import { SETTLING_SECONDS } from './measure/load.ts';
import { type BenchMeans, type Outcome, titleOf } from './mode.ts';
import type { BenchOptions } from './options.ts';
import { progressOf } from './progress.ts';

/** With this number of clients, the workers are always busy, and no request waits as long as the deadline. */
const CLIENTS_AT_CAPACITY = 64;
const OVERLOADS = [1, 2, 4];
/** Share of the capacity that well-behaved clients use next to costly ones. */
const MODEST = 0.5;
const COSTLY_CLIENTS = 2;
/**
 * Heights of pictures whose rows have 16,384 pixels with 16 bits a channel. The first picture is the largest that is decoded. The
 * other one would take a second to decode, so it is refused because of the size in its header.
 */
const COSTLY = {
  'the costliest pictures that are decoded': 1370,
  'pictures that would take a second to decode': 3000,
};
const LEAST_GOODPUT = 0.9;
const MOST_REFUSAL_MILLISECONDS = 50;

interface Row extends Seen {
  readonly name: string;
  /** Requests per second that the load is to send. */
  readonly rate: number;
  /**
   * Responses in time, per second, as a share of the capacity of the processors that the load generator leaves to the service.
   */
  readonly goodput: number;
}

export async function benchOverload(
  { directory, manifest, client }: RequestSource,
  { seconds }: BenchOptions,
  { run, dataDirectory, generator, start }: BenchMeans,
): Promise<Outcome> {
  const costly = PICTURE_PIPELINES.includes(manifest.pipeline) ? Object.entries(COSTLY) : [];
  const begin = progressOf(2 * SETTLING_SECONDS + seconds * (2 + OVERLOADS.length + costly.length));
  const service = await start();
  const load = { urls: [service.url], limitMilliseconds: manifest.deadlineMilliseconds, seconds };
  begin('capacity', SETTLING_SECONDS + seconds);
  const settled = { settleSeconds: SETTLING_SECONDS, clients: CLIENTS_AT_CAPACITY };
  const atCapacity = await generator.make({ ...load, ...settled });
  const capacity = atCapacity.responsesPerSecond;
  const measure = async (name: string, share: number): Promise<Row> => {
    begin(name, seconds);
    const rate = share * capacity;
    const seen = await generator.make({ ...load, settleSeconds: 1, clients: 0, rate });
    const processors = availableParallelism();
    const left = (processors - seen.generatorBusy) / (processors - atCapacity.generatorBusy);
    return { ...seen, name, rate, goodput: seen.responsesPerSecond / capacity / left };
  };
  const overloads: Row[] = [];
  for (const times of OVERLOADS) overloads.push(await measure(`${times} times the capacity`, times));
  const beside = [await measure('half the capacity', MODEST)];
  for (const [name, rows] of costly) {
    const samples = await writePicture(join(dataDirectory, `costly-${rows}`), rows);
    const others = await Generator.start({ model: directory, contract: client.contract, samples });
    const theirs = { settleSeconds: 0, seconds: seconds + 1, clients: COSTLY_CLIENTS };
    const over = others.make({ ...load, ...theirs }).finally(() => others.stop());
    beside.push(await measure(`half beside ${COSTLY_CLIENTS} clients with ${name}`, MODEST));
    await over;
  }
  const rows = [...overloads, ...beside];
  const title = `${titleOf(run)}; capacity ${capacity.toFixed(0)} requests/s`;
  const cells = rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row)));
  const lines = ['', table([Object.keys(COLUMNS), ...cells])];
  return { title, lines, measurements: { capacity, rows }, goals: overloads.flatMap(judge) };
}

function judge({ name, goodput, refusalP99 }: Row): Goal[] {
  return [
    {
      name: `at ${name}, responses in time reach at least ${percent(LEAST_GOODPUT)} of the capacity that the load generator leaves`,
      measured: percent(goodput),
      met: goodput >= LEAST_GOODPUT,
    },
    {
      name: `at ${name}, the p99 of refusals is at most ${MOST_REFUSAL_MILLISECONDS} ms`,
      measured: ms(refusalP99),
      met: refusalP99 === null ? undefined : refusalP99 <= MOST_REFUSAL_MILLISECONDS,
    },
  ];
}

const COLUMNS: Readonly<Record<string, (row: Row) => string>> = {
  '': ({ name }) => name,
  'sent/s': ({ requests, seconds }) => (requests / seconds).toFixed(0),
  'in time/s': ({ responsesPerSecond }) => responsesPerSecond.toFixed(0),
  'of capacity left': ({ goodput }) => percent(goodput),
  refused: ({ refused, requests }) => percent(refused / requests),
  p50: ({ refusalP50 }) => ms(refusalP50),
  p99: ({ refusalP99 }) => ms(refusalP99),
  late: ({ late }) => String(late),
  lost: ({ lost }) => String(lost),
  'p99 of all': ({ p99 }) => ms(p99),
  generator: ({ generatorBusy }) => percent(generatorBusy),
};

/** Creates a folder of samples with one picture of the maximum width. @param rows height of the picture */
async function writePicture(folder: string, rows: number): Promise<string> {
  mkdirSync(folder);
  const picture = sharp({ create: { width: 16_384, height: rows, channels: 3, background: '#fff' } });
  await picture.toColourspace('rgb16').png().toFile(join(folder, 'costly.png'));
  writeFileSync(join(folder, 'labels.json'), JSON.stringify([{ file: 'costly.png' }]));
  return folder;
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
const ms = (milliseconds: number | null) => (milliseconds === null ? '–' : `${milliseconds.toFixed(0)} ms`);
