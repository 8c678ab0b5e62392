/** Writes the files of a run. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fitColumns } from '../../project/fit-columns.ts';
import type { LoadReport } from '../report/load-report.ts';

/** Makes a unique folder for a run, named after its scenario and the time. */
export function makeReportFolder(parent: string, scenario: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, `${scenario}-${time}-`));
}

/** Writes report.json and report.md, and shows the latter. */
export function writeReport(directory: string, report: object, markdown: string): void {
  const file = join(directory, 'report.md');
  writeFileSync(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(file, markdown);
  process.stdout.write(fitColumns(`\n${markdown}\nReport: ${relative('.', file)}\n`));
}

/** Whether the command exits with 0. */
export function passed(report: LoadReport): boolean {
  return report.verdict.outcome === 'PASS';
}
