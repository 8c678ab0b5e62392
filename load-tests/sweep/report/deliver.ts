import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UsageError } from '../../../project/usage-error.ts';
import { findTask } from '../../../tasks/find-task.ts';
import { makeReportFolder } from '../../command/report-folder.ts';
import { findBest } from '../findings/best.ts';
import { decisiveRows } from '../findings/rows.ts';
import type { SweepMeasurements } from '../measurements.ts';
import type { SweepOutputs } from '../options/options.ts';
import { writeCard } from './card.ts';
import { writeIntoDocument } from './document.ts';
import { toHtml } from './html.ts';
import { toMarkdown } from './markdown.ts';

/**
 * Writes report.json, report.md, report.html and what was asked for besides, and shows the report on the terminal.
 *
 * @returns whether a setting keeps the promise, and the sweep was not stopped
 */
export async function deliver(
  measured: SweepMeasurements,
  { reports, write, cards }: SweepOutputs,
): Promise<boolean> {
  const folder = makeReportFolder(reports, `sweep-${measured.task}`);
  const markdown = toMarkdown(measured);
  const page = join(folder, 'report.html');
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(measured, null, 1)}\n`);
  writeFileSync(join(folder, 'report.md'), markdown);
  writeFileSync(page, toHtml(measured));
  if (write !== undefined) writeIntoDocument(write, measured);
  if (cards) {
    const { directory, manifest } = await findTask(measured.taskArgument);
    writeCard(directory, measured, manifest.batch);
  }
  process.stdout.write(`\n${markdown}\nReport: ${relative('.', page)}\n`);
  return !measured.interrupted && findBest(decisiveRows(measured)) !== undefined;
}

/** Reads a report.json of a sweep. @throws {UsageError} when it is none */
export function readMeasurements(file: string): SweepMeasurements {
  let content: Partial<SweepMeasurements> | null;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read --from ${file}: ${(error as Error).message}`);
  }
  if (content?.sweep === 3 && Array.isArray(content.visits)) return content as SweepMeasurements;
  throw new UsageError(`--from ${file} is no report.json of a sweep, or one of an earlier version`);
}
