import { checkLimits } from '../bill/limits.ts';
import { CostError, MissingPriceError } from '../errors.ts';
import type { PriceBook } from '../prices/price-book.ts';
import { readJson } from '../prices/price-files.ts';
import { amount, milliseconds, table } from '../report/format.ts';
import { memoryChart } from '../report/memory-chart.ts';
import type { Play } from '../simulation/play.ts';
import { type BreakEven, breakEvens } from '../sweep/break-even.ts';
import { type Point, parsePoint, type RunDurations } from '../sweep/point.ts';
import { cheapestPoint, sweep } from '../sweep/sweep.ts';
import { parseLoadRun } from '../workload/load-run.ts';
import type { Load } from '../workload/workload.ts';
import type { Arguments } from './command-line/arguments.ts';
import { readConfiguration, readPeriod, readPrices } from './input/deployment.ts';
import { readLoad, readPlay } from './input/inputs.ts';
import type { Answer } from './output/answer.ts';
import { assumptions } from './output/assumptions.ts';
import { readChartFile, writeChart } from './output/chart-file.ts';
import { Progress } from './output/progress.ts';
import { structured } from './output/structured.ts';
import { drawnPoint, pointRows } from './sweep-tables.ts';

/**
 * `npm run cost -- sweep --point …`: memory sizes and architectures side by side. Exit code 1 where none keeps the
 * promise.
 */
export function sweepCommand(args: Arguments, report: (text: string) => void): Answer {
  const file = readChartFile(args);
  const points = readPoints(args);
  const { promised, play } = readPlay(args);
  const prices = readPrices(args);
  const period = readPeriod(args);
  // Durations are each point's own; those of the first only complete the load.
  const load = readLoad(args.with({ fresh: String(points[0]?.fresh.mean) }), undefined);
  const configuration = readConfiguration(args, undefined);
  for (const { fresh } of points) {
    checkLimits({ ...load, fresh }, configuration);
  }
  const progress = new Progress(report, 'Planning each point');
  const swept = sweep(points, { load, configuration, period, prices, promised, play }, (done, total) =>
    progress.tick(done, total),
  );
  const cheapest = cheapestPoint(swept);
  const even = findBreakEvens(points, prices);
  const exitCode = cheapest ? 0 : 1;
  const promise = `${amount(100 * (1 - promised.lateShare))} % within ${promised.milliseconds} ms`;
  const rows = pointRows(swept, cheapest, period.label, promised.lateShare);
  const notes = [
    cheapest
      ? `The cheapest that keeps ${promise}: ${cheapest.memoryMegabytes} MB on ${cheapest.architecture}.`
      : `None keeps ${promise}: make the function faster, or promise less.`,
    ...even.notes,
    ...playNotes(points, load, play),
    ...points.flatMap(({ origin, notes = [] }) => notes.map((note) => `${origin}: ${note}`)),
  ];
  const drawn = swept.flatMap((point) => drawnPoint(point, cheapest));
  const isDrawn = file !== undefined && drawn.length > 0;
  if (isDrawn) {
    const title = `Cost and latency over memory, ${period.label}, ${prices.region}`;
    const subtitle = `${amount(load.ratePerSecond)} requests/s, promise ${promise}; hollow: not kept, ringed: the cheapest`;
    const svg = memoryChart(drawn, { title, subtitle });
    writeChart(file, { title, svg, tables: [{ caption: promise, rows }], notes });
  }
  const data = structured(args, { points: swept, cheapest, breakEvens: even.found });
  const text = [table(rows, [0, 8]), '', ...notes, ...(isDrawn ? [`Wrote ${file}`] : [])].join('\n');
  return { text: data ?? text, exitCode };
}

function readPoints(args: Arguments): Point[] {
  const points = args.texts('point').map((text) => parsePoint(text, readDurations));
  if (points.length === 0) {
    throw new CostError(
      '--point is missing: give memory, architecture and durations of each, as in --point 1769,x86_64,150,p99=320.',
    );
  }
  const names = points.map(({ memoryMegabytes, architecture }) => `${memoryMegabytes} MB on ${architecture}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) {
    throw new CostError(`--point has ${twice} twice: give one measurement of each.`);
  }
  return points;
}

function readDurations(file: string): RunDurations {
  const { fresh, notes } = parseLoadRun(readJson(file), file);
  if (!fresh) {
    throw new CostError(`${file}: no fresh question was answered, so it says nothing about memory.`);
  }
  return { fresh, notes };
}

/** What the plans take for granted: the durations of each point, and what is the same for all. */
function playNotes(points: readonly Point[], load: Load, play: Play): string[] {
  const notes = points.map(({ fresh }) => assumptions({ ...load, fresh }, play, undefined));
  const [, ...common] = notes[0] ?? [];
  return [...new Set(notes.flatMap(([durations = '']) => durations)), ...common];
}

function findBreakEvens(
  points: readonly Point[],
  prices: PriceBook,
): { found: BreakEven[]; notes: string[] } {
  try {
    const found = breakEvens(points, prices);
    const notes = found.map(
      ({ memoryMegabytes, longer, milliseconds: limit }) =>
        `arm64 at ${memoryMegabytes} MB is not measured: it is cheaper as long as it is at most ${(100 * longer).toFixed(0)} % slower (${milliseconds(limit)} on average).`,
    );
    return { found, notes };
  } catch (error) {
    if (error instanceof MissingPriceError) {
      return { found: [], notes: [`Whether arm64 is cheaper cannot be said: ${error.message}`] };
    }
    throw error;
  }
}
