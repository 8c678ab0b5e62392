/** The tables of sweeps in a document that people write. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { UsageError } from '../../../project/usage-error.ts';
import type { SweepMeasurements } from '../measurements.ts';
import { toSection } from './markdown.ts';

/**
 * Looks whether the document can be written, better now than after minutes of measurements.
 *
 * @throws {UsageError} when it cannot
 */
export function requireWritable(file: string): void {
  try {
    const isNew = !existsSync(file);
    writeFileSync(file, '', { flag: 'a' });
    if (isNew) rmSync(file);
  } catch (error) {
    throw new UsageError(`cannot write --write ${file}: ${(error as Error).message}`);
  }
}

/** Puts a task's tables where the document has them already, else at its end. */
export function writeIntoDocument(file: string, measured: SweepMeasurements): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, withSection(text, measured));
}

/** @returns the text with the task's tables between two comments that name it */
export function withSection(text: string, measured: SweepMeasurements): string {
  const heading = `## ${measured.task}, ${measured.started.slice(0, 10)}`;
  return between(text, `sweep of ${measured.task}`, [heading, '', ...toSection(measured)]);
}

/** Puts lines between two comments of this name, in the place of what stands there; where there are none, at the end. */
export function between(text: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of the ${name} -->`];
  const section = [begin, ...lines, end].join('\n');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from >= 0 && to > from) return text.slice(0, from) + section + text.slice(to + end.length);
  return `${text}${text === '' || text.endsWith('\n\n') ? '' : '\n'}${section}\n`;
}
