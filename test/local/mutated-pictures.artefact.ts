/** `MUTATED_PICTURES=20000` sends 20,000 pictures, and prints the outcomes. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { damaged, encode, KINDS } from '../functions/inference/pipelines/picture/support.ts';
import { noise } from '../functions/support/pictures.ts';
import { listen, send, startTiny } from './support/tiny-service.ts';

const COUNT = Number(process.env.MUTATED_PICTURES ?? 300);
const AT_ONCE = 8;
/** A worker that hangs for this long is ended, and its request gets 504. */
const HANG_MILLISECONDS = 20_000;
/** Limit of a worker's peak memory: room for libvips, and at most 160 MB for decoding. The model takes very little. */
const MOST_MEGABYTES = 400;

/** Peak memory of a process in megabytes. */
function peakOf(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

it.runIf(process.platform === 'linux')(
  'A mutated picture gets a prediction or a 4xx, within a limit of memory, and never ends or hangs its worker',
  { timeout: 60_000 + 100 * COUNT },
  async () => {
    listen();
    const service = await startTiny({
      workers: 2,
      concurrency: 2,
      workerTimeoutMilliseconds: HANG_MILLISECONDS,
    });
    const files = await Promise.all(KINDS.map((kind) => encode(kind, noise(80, 60, 40))));
    const mutated = fc.sample(fc.oneof(...files.map((file) => damaged(file))), { numRuns: COUNT, seed: 62 });
    const outcomes: Record<string, number> = {};
    let slowest = 0;

    const sendOthers = async () => {
      for (let file = mutated.pop(); file; file = mutated.pop()) {
        const began = performance.now();
        const response = await send(service.url, 'colours', undefined, file);
        const { type = '' } = (await response.json()) as { type?: string };
        slowest = Math.max(slowest, performance.now() - began);
        const outcome = `${response.status} ${type.split(':').at(-1)}`.trim();
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendOthers));

    const peaks = service.workers().map(({ pid }) => Math.round(peakOf(pid!)));
    if (process.env.MUTATED_PICTURES)
      process.stdout.write(`${JSON.stringify({ outcomes, slowest, peaks })}\n`);
    expect(Object.keys(outcomes).filter((outcome) => !/^(200|4\d\d )/.test(outcome))).toEqual([]);
    expect(Object.keys(outcomes).length).toBeGreaterThan(1);
    expect(service.workers().map(({ number }) => number)).toEqual([1, 2]);
    expect(Math.max(...peaks)).toBeLessThan(MOST_MEGABYTES);
  },
);
