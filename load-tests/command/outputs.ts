import { appendFileSync, writeFileSync } from 'node:fs';
import { UsageError } from '../../project/usage-error.ts';
import type { Outputs } from '../options/options.ts';
import { csvHead, toCsv } from '../report/csv.ts';
import { toJunit } from '../report/junit.ts';
import type { LoadReport } from '../report/load-report.ts';
import type { Evidence } from '../verdict/evidence.ts';

/** Writes what one run has shown, behind what runs before it have. */
export type WriteOutputs = (report: LoadReport, evidence: Evidence) => void;

/**
 * Opens the files of `--junit` and `--csv`, so that minutes of load are not spent for a file that cannot be written.
 * @throws UsageError when one cannot be written
 */
export function openOutputs({ junit, csv }: Pick<Outputs, 'junit' | 'csv'>): WriteOutputs {
  const reports: LoadReport[] = [];
  if (junit !== undefined) begin('junit', junit, toJunit(reports));
  if (csv !== undefined) begin('csv', csv, csvHead);
  return (report, { exchanges }) => {
    reports.push(report);
    if (junit !== undefined) writeFileSync(junit, toJunit(reports));
    if (csv !== undefined) appendFileSync(csv, toCsv(report.scenario, exchanges));
  };
}

function begin(option: string, file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`cannot write --${option} ${file}: ${(error as Error).message}`);
  }
}
