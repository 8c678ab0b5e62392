import { table } from '../../project/table.ts';
import { checkLimits } from '../bill/limits.ts';
import { CostError } from '../errors.ts';
import { readJson } from '../prices/price-files.ts';
import { amount, dollars, milliseconds } from '../report/format.ts';
import { type Point, parsePoint, parseTuning, type RunDurations } from '../sweep/point.ts';
import { arm64Notes, cheapestPoint, type SweptPoint, sweep } from '../sweep/sweep.ts';
import { parseLoadRun } from '../workload/load-run.ts';
import type { Architecture } from '../workload/workload.ts';
import type { Arguments } from './command-line/arguments.ts';
import { readPlay, readPrices } from './input/inputs.ts';
import { readModel } from './input/models.ts';
import { assumptions, type Printed } from './printed.ts';

/**
 * `npm run cost -- sweep --point …`: memory sizes and architectures side by side. Exit code 1 where none meets the
 * objective.
 */
export async function sweepCommand(args: Arguments): Promise<Printed> {
  const { load, configuration, period } = await readModel(args.with({ fresh: '1' }));
  // Durations are each point's own.
  const points = readPoints(args, configuration.architecture);
  const { objective, play } = readPlay(args, period);
  const prices = readPrices(args);
  for (const { fresh } of points) {
    checkLimits({ ...load, fresh });
  }
  const swept = sweep(points, { load, configuration, period, prices, objective, play });
  const cheapest = cheapestPoint(swept);
  const exitCode = cheapest ? 0 : 1;
  const arm64 = arm64Notes(points, prices);
  if (args.isSet('json')) {
    const data = { points: swept, cheapest, notes: arm64 };
    return { text: JSON.stringify(data, null, 2), exitCode };
  }
  const target = `${amount(100 * (1 - objective.lateShare))} % within ${objective.milliseconds} ms`;
  const notes = points.flatMap(({ origin, notes = [] }) => notes.map((note) => `${origin}: ${note}`));
  const text = [
    table(pointRows(swept, cheapest, period.label, objective.lateShare), [0, 8]),
    '',
    cheapest
      ? `The cheapest that meets ${target}: ${cheapest.memoryMegabytes} MB on ${cheapest.architecture}.`
      : `None meets ${target}: make the function faster, or set a lower objective.`,
    ...arm64,
    ...new Set(points.map(({ fresh }) => assumptions({ ...load, fresh }, play)[0] ?? '')),
    ...assumptions(load, play).slice(1),
    ...new Set(notes),
  ];
  return { text: text.join('\n'), exitCode };
}

function readPoints(args: Arguments, architecture: Architecture): Point[] {
  const file = args.text('tuning');
  const points = [
    ...args.texts('point').map((text) => parsePoint(text, readDurations)),
    ...(file === undefined ? [] : parseTuning(readJson(file), file, architecture)),
  ];
  if (points.length === 0) {
    throw new CostError(
      '--point is missing: give memory, architecture and durations of each, as in --point 1769,x86_64,150,p99=320, or ' +
        '--tuning with the output of aws-lambda-power-tuning.',
    );
  }
  const names = points.map(({ memoryMegabytes, architecture }) => `${memoryMegabytes} MB on ${architecture}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) {
    throw new CostError(`${twice} is given twice: give one measurement of each.`);
  }
  return points;
}

function readDurations(file: string): RunDurations {
  const { fresh, notes } = parseLoadRun(readJson(file), file);
  if (!fresh) {
    throw new CostError(
      `${file}: no uncached response has a billed duration, so the run says nothing about memory.`,
    );
  }
  return { fresh, notes };
}

/** The points with what meets the objective there, the cheapest named. */
function pointRows(
  swept: readonly SweptPoint[],
  cheapest: SweptPoint | undefined,
  period: string,
  lateShare: number,
): string[][] {
  const quantile = `client's p${amount(100 * (1 - lateShare))}`;
  const heading = ['memory', 'architecture', 'mean', 'p99', 'provisioned', quantile, period, 'in time', ''];
  const body = swept.map((point) => [
    `${point.memoryMegabytes} MB`,
    point.architecture,
    milliseconds(point.meanMilliseconds),
    point.p99Milliseconds === undefined ? 'unknown' : milliseconds(point.p99Milliseconds),
    String(point.provisioned ?? ''),
    point.latencyMilliseconds === undefined ? '' : milliseconds(point.latencyMilliseconds),
    point.dollars === undefined ? 'refused' : dollars(point.dollars),
    point.meetsObjective ? 'yes' : 'no',
    point === cheapest ? 'the cheapest' : (point.refusal ?? ''),
  ]);
  return [heading, ...body];
}
