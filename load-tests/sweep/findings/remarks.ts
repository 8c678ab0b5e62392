/** What a sweep says in sentences. */
import { commandLine } from '../../../project/command-line.ts';
import { percentileName } from '../../verdict/promise.ts';
import type { SweepMeasurements } from '../measurements.ts';
import { describeSetting, startLine } from '../setting.ts';
import { findBest, judgeBatches } from './best.ts';
import { describeComparison } from './compare.ts';
import { decisivePhase, type Row, rowsOf } from './rows.ts';

/** Others used more than this of the machine: figures are too low, and of different moments. */
const QUIET = 0.05;
/** From this share of a core on, the load generator may have been the limit. */
const GENERATOR_BUSY = 0.85;

/** The best setting with the line that starts it. */
export function describeBest(measured: SweepMeasurements): string[] {
  const rows = rowsOf(measured, decisivePhase(measured));
  const best = findBest(rows);
  const promise = `${percentileName(measured.quantile)} within ${measured.limitMilliseconds} ms`;
  if (best === undefined) {
    return [`**No setting kept the promise** (${promise}) with any number of clients that was measured.`];
  }
  const { row, faster, next } = best;
  const line = startLine(commandLine('start'), measured.taskArgument, row.setting);
  const sure = `${promise} kept with ${(100 * row.confidence).toFixed(1)} % confidence`;
  return [
    `**Best: \`${line}\`**: ${describeRow(row)}, ${sure}.`,
    ...(faster
      ? [
          `${describeSetting(faster.row.setting)} answered ${describeComparison(faster.comparison)}, which the spread between ` +
            'rounds explains: the simpler setting is named.',
        ]
      : []),
    ...(next
      ? [
          `Next: ${describeSetting(next.row.setting)}, ${describeRow(next.row)}. The best answers ${describeComparison(next.comparison)}, ` +
            (next.comparison.outcome === 'faster'
              ? 'more than the spread explains.'
              : 'which the spread explains.'),
        ]
      : []),
  ];
}

/** Whether batches pay: what decides `batch` of the task's ensemble.json. */
export function describeBatches(measured: SweepMeasurements): string {
  const { axes, dropped } = measured;
  const found = judgeBatches(rowsOf(measured, decisivePhase(measured)));
  const impossible = dropped.find(({ why }) => why === 'impossible');
  if (found === undefined) {
    if (impossible) return `**Batches cannot be had**: ${impossible.reason}.`;
    if (axes.batch.every((batch) => batch === 1)) return 'Batches were not tried.';
    return '**Batches do not pay**: no setting with them kept the promise.';
  }
  const { row, same, single, pay } = found;
  const judged = ({ comparison, row: other }: NonNullable<typeof same>) => {
    const word = {
      faster: 'more than the spread explains',
      slower: 'more than the spread explains',
      'within the spread': 'which the spread explains',
    }[comparison.outcome];
    return `${describeComparison(comparison)} than ${describeSetting(other.setting)} (${describeRow(other)}), ${word}`;
  };
  const parts = [
    ...(same ? [`beside the same without: ${judged(same)}`] : []),
    ...(single && single.row !== same?.row ? [`beside the best without: ${judged(single)}`] : []),
  ];
  const gave = `${describeSetting(row.setting)} gave ${describeRow(row)}`;
  if (pay === undefined) {
    const why = parts.length === 0 ? 'no setting without them kept the promise' : parts.join('; ');
    return `**Whether batches pay is open**: ${gave}; ${why}. More rounds would tell (\`--minutes\`).`;
  }
  const advice = pay
    ? `\`"batch": { "largest": ${row.setting.batch}${delayOf(row)} }\``
    : 'no `batch`, or `"batch": { "largest": 1 }`';
  return (
    `**${pay ? 'Batches pay' : 'Batches do not pay'}**: ${gave}; ${parts.join('; ')}. ` +
    `For ensemble.json: ${advice}.`
  );
}

/** What the reader should know before he believes a figure. */
export function describeDoubts(measured: SweepMeasurements): string[] {
  const { visits, interrupted, unlike, cores } = measured;
  const points = visits.flatMap(({ points }) => points);
  const others = points.flatMap(({ othersBusy }) => othersBusy ?? []);
  const busy = others.reduce((sum, share) => sum + share, 0) / others.length;
  const limited = points.filter(({ generatorBusy }) => generatorBusy > GENERATOR_BUSY).length;
  const deaths = points.reduce((sum, point) => sum + point.deaths, 0);
  const failures = new Map<string, number>();
  for (const point of points) {
    for (const [failure, times] of Object.entries(point.failures)) {
      failures.set(failure, (failures.get(failure) ?? 0) + times);
    }
  }
  return [
    ...(interrupted ? ['**Stopped early**: this is what there was.'] : []),
    ...(busy > QUIET
      ? [
          `**The machine was not quiet**: others used ${(100 * busy).toFixed(0)} % of its ${cores} cores meanwhile. Throughput is too ` +
            'low and latency too high; only what was compared within a round means something.',
        ]
      : others.length > 0
        ? [`The machine was quiet: others used ${(100 * busy).toFixed(1)} % of its ${cores} cores.`]
        : []),
    ...(limited > 0
      ? [
          `In ${limited} of ${points.length} measurements the load generator used more than ${100 * GENERATOR_BUSY} % of a core and may ` +
            'have been the limit.',
        ]
      : []),
    `Every answer was checked: of ${unlike.batches.answers} given by settings with batches ${unlike.batches.unlike}, of ` +
      `${unlike.single.answers} without ${unlike.single.unlike} differ from what the same sample was given otherwise.`,
    ...(deaths > 0 ? [`**${deaths} execution environments died** meanwhile.`] : []),
    ...(failures.size > 0
      ? [`Not answered: ${[...failures].map(([failure, times]) => `${failure} (${times})`).join(', ')}.`]
      : []),
  ];
}

function describeRow({ rate, spread, p50, p99, clients }: Row): string {
  const latency = `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)} ms`;
  return `${rate.toFixed(1)} ± ${spread.toFixed(1)} answers/s, ${latency} with ${clients} ${clients === 1 ? 'client' : 'clients'}`;
}

function delayOf({ setting: { queueDelayMilliseconds: delay } }: Row): string {
  return delay > 0 ? `, "maxQueueDelayMilliseconds": ${delay}` : '';
}

/** As precise as it means something. */
export function milliseconds(value: number | null): string {
  return value === null ? '–' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
