/** Decoding on this thread against libvips, on a folder of pictures: `node bench/decode.ts --help`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decodeCommonJpeg } from '../functions/inference/kinds/image-labels/picture/common-jpeg.ts';
import type { PictureFormat } from '../functions/inference/kinds/image-labels/picture/decode.ts';
import { decodeAnything } from '../functions/inference/kinds/image-labels/picture/libvips.ts';

const HELP = `Usage: node bench/decode.ts [folder] [options]

Decodes the JPEGs of a folder (default: models/handwriting/samples) on this thread and through libvips, in turns, and
prints the CPU time of the whole process for each picture.

  --size <width>x<height>  what they are fitted to (default: 64x64)
  --fit fill|cover|contain (default: fill)
  --rounds <number>        through the folder, each way (default: 15)`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '64x64' },
    fit: { type: 'string', default: 'fill' },
    rounds: { type: 'string', default: '15' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else await compare(positionals[0] ?? join(import.meta.dirname, '../models/handwriting/samples'));

async function compare(folder: string): Promise<void> {
  const format = readFormat(values.size, values.fit);
  const pictures = readdirSync(folder)
    .filter((name) => /\.jpe?g$/i.test(name))
    .map((name) => readFileSync(join(folder, name)));
  const taken = await takenHere(pictures, format);
  console.log(`${taken.length} of ${pictures.length} JPEGs are decoded on this thread`);
  if (taken.length === 0) return;

  const ways = { 'this thread': decodeCommonJpeg, libvips: decodeAnything };
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const costs = { 'this thread': [] as number[], libvips: [] as number[] };
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const name of names) {
      const started = process.cpuUsage();
      for (const bytes of taken) await ways[name](bytes, format);
      const { user, system } = process.cpuUsage(started);
      costs[name].push((user + system) / 1000 / taken.length);
    }
  }
  for (const name of names) {
    const least = Math.min(...costs[name]).toFixed(3);
    console.log(`${name}: ${median(costs[name]).toFixed(3)} ms of CPU per picture, at least ${least}`);
  }
  const ratios = costs.libvips.map((cost, round) => cost / (costs['this thread'][round] as number));
  console.log(`libvips takes ${median(ratios).toFixed(1)} times as much`);
}

async function takenHere(pictures: readonly Buffer[], format: PictureFormat): Promise<Buffer[]> {
  const taken: Buffer[] = [];
  for (const bytes of pictures) if (await decodeCommonJpeg(bytes, format)) taken.push(bytes);
  return taken;
}

/** @throws {Error} where an option is not what the help says */
function readFormat(size: string, fit: string): PictureFormat {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  if (!width || !height) throw new Error(`--size must be <width>x<height>, such as 64x64: ${size}`);
  if (fit !== 'fill' && fit !== 'cover' && fit !== 'contain') {
    throw new Error(`--fit must be fill, cover or contain: ${fit}`);
  }
  return { width: Number(width), height: Number(height), fit, colour: 'rgb', background: '#ffffff' };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}
