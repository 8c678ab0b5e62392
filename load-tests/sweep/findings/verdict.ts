/** What a sweep has found, in sentences: the line to start with, and whether batches pay. */
import { commandLine } from '../../../project/command-line.ts';
import { percentileName } from '../../verdict/promise.ts';
import type { SweepMeasurements } from '../measurements.ts';
import { describeSetting, startLine } from '../setting.ts';
import { findBest, judgeBatches } from './best.ts';
import { describeComparison } from './compare.ts';
import { decisiveRows, type Row } from './rows.ts';

/** The best setting with the line that starts it, and what it is beside others, where {@link describeBatches} does not say. */
export function describeBest(measured: SweepMeasurements): string[] {
  const rows = decisiveRows(measured);
  const best = findBest(rows);
  const promise = `${percentileName(measured.quantile)} within ${measured.limitMilliseconds} ms`;
  if (best === undefined) {
    return [`**No setting kept the promise** (${promise}) with any number of clients that was measured.`];
  }
  const { row, faster, next } = best;
  const line = startLine(commandLine('start'), measured.taskArgument, row.setting);
  const latency = `p50 ${milliseconds(row.p50)}, p99 ${milliseconds(row.p99)} ms`;
  const others = judgeBatches(rows)?.beside === undefined;
  return [
    `**Best: \`${line}\`**`,
    `${describeRow(row)}, ${latency}; ${promise} kept with ${(100 * row.confidence).toFixed(1)} % confidence.`,
    ...(others && faster
      ? [
          `Perhaps faster, or by chance: ${describeRow(faster.row)}, ${describeComparison(faster.comparison)}.`,
        ]
      : []),
    ...(others && next
      ? [`Beside the next: ${describeComparison(next.comparison)}; ${describeRow(next.row)}.`]
      : []),
  ];
}

/** Whether batches pay: what decides `batch` of the task's ensemble.json. */
export function describeBatches(measured: SweepMeasurements): string {
  const { axes, dropped } = measured;
  const found = judgeBatches(decisiveRows(measured));
  const impossible = dropped.find(({ why }) => why === 'impossible');
  if (found === undefined) {
    if (impossible) return `**Batches cannot be had**: ${impossible.reason}.`;
    if (axes.batch.every((batch) => batch === 1)) return 'Batches were not tried.';
    return '**Batches do not pay**: no setting with them kept the promise.';
  }
  const { row, beside, pay } = found;
  if (beside === undefined) {
    return `**Whether batches pay is open**: no setting without them kept the promise. ${describeRow(row)}.`;
  }
  const { comparison, row: single } = beside;
  const [verdict, advice] =
    pay === undefined
      ? ['Whether batches pay is open', ' More rounds would tell (`--minutes`).']
      : pay
        ? [
            'Batches pay',
            ` For ensemble.json: \`"batch": { "largest": ${row.setting.batch}${delayOf(row)} }\`.`,
          ]
        : ['Batches do not pay', ''];
  const rounds = comparison.rounds > 1 ? `, ${comparison.rounds} rounds` : '';
  return `**${verdict}: ${describeComparison(comparison)}**${rounds}. ${describeRow(row)}; ${describeRow(single)}.${advice}`;
}

/** Such as `2 × 4 at once: 187.1/s with 16 clients`. */
function describeRow({ setting, rate, clients }: Row): string {
  const asked = `${clients} ${clients === 1 ? 'client' : 'clients'}`;
  return `${describeSetting(setting)}: ${rate.toFixed(1)}/s with ${asked}`;
}

function delayOf({ setting: { queueDelayMilliseconds: delay } }: Row): string {
  return delay > 0 ? `, "maxQueueDelayMilliseconds": ${delay}` : '';
}

/** As precise as it means something. */
export function milliseconds(value: number | null): string {
  return value === null ? '–' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
