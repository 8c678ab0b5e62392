import { describe, expect, it } from 'vitest';
import { findReport } from '../../../cost/tune/billed-duration.ts';

describe("The platform's report in the tail of a log", () => {
  it('is the REPORT line of a log in text', () => {
    const log =
      'START RequestId: 1\n{"level":"INFO"}\nEND RequestId: 1\n' +
      'REPORT RequestId: 1\tDuration: 11.20 ms\tBilled Duration: 12 ms\tMemory Size: 1769 MB\tMax Memory Used: 210 MB\t\n';

    expect(findReport(log)).toEqual({ billed: 12 });
  });

  it('tells the INIT phase of a cold start', () => {
    const log =
      'REPORT RequestId: 1\tDuration: 50.10 ms\tBilled Duration: 1552 ms\tInit Duration: 1501.30 ms\t';

    expect(findReport(log)).toEqual({ billed: 1552, init: 1501.3 });
  });

  it('is a record of a log in JSON', () => {
    const record = {
      type: 'platform.report',
      record: { metrics: { durationMs: 11.2, billedDurationMs: 12 } },
    };

    expect(findReport(`{"level":"INFO"}\n${JSON.stringify(record)}\n`)).toEqual({ billed: 12 });
  });

  it.each(['', 'Task timed out', '{"type":"platform.report"'])('is missing in "%s"', (log) => {
    expect(findReport(log)).toBeUndefined();
  });
});
