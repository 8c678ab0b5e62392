/** What Lambda's platform reports of one invocation, in milliseconds. */
export interface PlatformReport {
  readonly billed: number;
  /** The INIT phase, where the environment started for it. */
  readonly init?: number;
}

/**
 * Finds the platform's report in the tail of a log: the REPORT line, or the record `platform.report` where the function
 * logs in JSON. The billed duration of a cold start has its INIT phase in it.
 */
export function findReport(log: string): PlatformReport | undefined {
  const line = log
    .split('\n')
    .findLast((text) => text.startsWith('REPORT ') || text.includes('"platform.report"'));
  if (line === undefined) {
    return undefined;
  }
  return line.startsWith('REPORT ') ? readLine(line) : readRecord(line);
}

function readLine(line: string): PlatformReport | undefined {
  const number = (label: string) => {
    const [, value] = new RegExp(`${label}: ([\\d.]+) ms`).exec(line) ?? [];
    return value === undefined ? undefined : Number(value);
  };
  return report(number('Billed Duration'), number('Init Duration'));
}

function readRecord(line: string): PlatformReport | undefined {
  try {
    const { metrics } = (JSON.parse(line) as { record: { metrics: Record<string, number> } }).record;
    return report(metrics.billedDurationMs, metrics.initDurationMs);
  } catch {
    return undefined;
  }
}

function report(billed: number | undefined, init: number | undefined): PlatformReport | undefined {
  return billed === undefined ? undefined : { billed, ...(init !== undefined && { init }) };
}
