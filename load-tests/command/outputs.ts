/** The files that a run leaves behind. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { toHtml } from '../report/html.ts';
import type { LoadReport } from '../report/load-report.ts';
import { toMarkdown } from '../report/markdown.ts';
import type { Reported } from '../report/report.ts';

/** Makes the folder of a run, named after its scenario and the time; each run gets its own, whoever starts it. */
export function makeReportFolder(parent: string, scenario: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, `${scenario}-${time}-`));
}

/** Writes report.json, report.md and report.html, and shows the report on the terminal. */
export function deliver({ report, evidence }: Reported, directory: string): LoadReport {
  const page = join(directory, 'report.html');
  writeFileSync(page, toHtml(report, evidence));
  writeReport(directory, report, toMarkdown(report), page);
  return report;
}

/** Writes report.json and report.md, and shows the latter. @param page what a reader opens, if not report.md */
export function writeReport(
  directory: string,
  report: object,
  markdown: string,
  page = join(directory, 'report.md'),
): void {
  writeFileSync(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(directory, 'report.md'), markdown);
  process.stdout.write(`\n${markdown}\nReport: ${relative('.', page)}\n`);
}

/** Whether the exit code may be 0. */
export function passed(report: LoadReport): boolean {
  return report.verdict.outcome === 'PASS';
}
