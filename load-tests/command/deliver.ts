import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { toHtml } from '../report/html.ts';
import type { LoadReport } from '../report/load-report.ts';
import { toMarkdown } from '../report/markdown.ts';
import type { Reported } from '../report/report.ts';
import type { WriteOutputs } from './outputs.ts';

/** Writes report.json, report.md, report.html and what was asked for besides, and shows the report on the terminal. */
export function deliver({ report, evidence }: Reported, directory: string, write: WriteOutputs): LoadReport {
  const markdown = toMarkdown(report);
  const page = join(directory, 'report.html');
  writeFileSync(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(directory, 'report.md'), markdown);
  writeFileSync(page, toHtml(report, evidence));
  write(report, evidence);
  process.stdout.write(`\n${markdown}\nReport: ${relative('.', page)}\n`);
  return report;
}

/** Whether the exit code may be 0. */
export function passed(report: LoadReport): boolean {
  return report.verdict.outcome === 'PASS';
}
