/** The files that a run leaves behind. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { toHtml } from '../report/html.ts';
import type { LoadReport } from '../report/load-report.ts';
import { toMarkdown } from '../report/markdown.ts';
import type { Reported } from '../report/report.ts';

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

/** Writes report.json, report.md and report.html, and shows the report on the terminal. */
export function deliver({ report, evidence }: Reported, directory: string): LoadReport {
  const markdown = toMarkdown(report);
  const page = join(directory, 'report.html');
  writeFileSync(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(directory, 'report.md'), markdown);
  writeFileSync(page, toHtml(report, evidence));
  process.stdout.write(`\n${markdown}\nReport: ${relative('.', page)}\n`);
  return report;
}

/** Whether the exit code may be 0. */
export function passed(report: LoadReport): boolean {
  return report.verdict.outcome === 'PASS';
}
