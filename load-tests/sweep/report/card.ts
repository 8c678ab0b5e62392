/** The section on batches of a task's model card. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeBatches } from '../findings/verdict.ts';
import type { SweepMeasurements } from '../measurements.ts';
import { between } from './document.ts';

/** What `ensemble.json` says of batches. */
export interface BatchSetting {
  readonly largest: number;
  readonly maxQueueDelayMilliseconds: number;
}

/** Writes the section into MODEL_CARD.md of the task's folder, which is begun where there is none. */
export function writeCard(directory: string, measured: SweepMeasurements, set: BatchSetting): void {
  const file = join(directory, 'MODEL_CARD.md');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : `# ${measured.task}\n`;
  writeFileSync(file, withBatches(text, measured, set));
}

/** @returns the card with what the task has set, and what the sweep says to it */
export function withBatches(card: string, measured: SweepMeasurements, set: BatchSetting): string {
  const { started, machine, taskVersion, commandLine } = measured;
  return between(card, 'batches', [
    '## Batches',
    '',
    describeSet(set),
    '',
    describeBatches(measured),
    '',
    `Version ${taskVersion}, ${started.slice(0, 10)}, on ${machine}, by \`${commandLine}\`; how it is measured and all its figures: docs/sweep.md.`,
  ]);
}

function describeSet({ largest, maxQueueDelayMilliseconds: delay }: BatchSetting): string {
  if (largest === 1) return 'Off: `ensemble.json` has members asked one question at a time.';
  const wait = delay > 0 ? `, waiting ${delay} ms for more` : '';
  return `On: \`ensemble.json\` lets members be asked ${largest} questions together at most${wait}, where a worker takes several at once.`;
}
