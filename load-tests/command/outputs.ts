/** The files that a run leaves behind. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UsageError } from '../../project/usage-error.ts';
import { toHtml } from '../report/html.ts';
import { toJunit } from '../report/junit.ts';
import type { LoadReport } from '../report/load-report.ts';
import { toMarkdown } from '../report/markdown.ts';
import type { Reported } from '../report/report.ts';

/** Writes what one run has shown, behind what runs before it have. */
export type WriteOutputs = (report: LoadReport) => void;

/**
 * Opens the file of `--junit`, so that minutes of load are not spent for a file that cannot be written.
 * @throws UsageError when it cannot be written
 */
export function openOutputs({ junit }: { junit: string | undefined }): WriteOutputs {
  if (junit === undefined) return () => {};
  const reports: LoadReport[] = [];
  try {
    writeFileSync(junit, toJunit(reports));
  } catch (error) {
    throw new UsageError(`cannot write --junit ${junit}: ${(error as Error).message}`);
  }
  return (report) => {
    reports.push(report);
    writeFileSync(junit, toJunit(reports));
  };
}

/**
 * Makes the folder of a run, named after its scenario and the time; of runs that begin in one second, each gets its
 * own, whoever starts them.
 */
export function makeReportFolder(parent: string, scenario: string, now = new Date()): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  mkdirSync(parent, { recursive: true });
  for (let runs = 1; ; runs++) {
    const folder = join(parent, `${scenario}-${time}${runs === 1 ? '' : `-${runs}`}`);
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Writes report.json, report.md, report.html and what was asked for besides, and shows the report on the terminal. */
export function deliver({ report, evidence }: Reported, directory: string, write: WriteOutputs): LoadReport {
  const markdown = toMarkdown(report);
  const page = join(directory, 'report.html');
  writeFileSync(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(directory, 'report.md'), markdown);
  writeFileSync(page, toHtml(report, evidence));
  write(report);
  process.stdout.write(`\n${markdown}\nReport: ${relative('.', page)}\n`);
  return report;
}

/** Whether the exit code may be 0. */
export function passed(report: LoadReport): boolean {
  return report.verdict.outcome === 'PASS';
}
