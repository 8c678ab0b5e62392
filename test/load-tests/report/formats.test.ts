import { describe, expect, it } from 'vitest';
import { csvHead, toCsv } from '../../../load-tests/report/csv.ts';
import { toJunit } from '../../../load-tests/report/junit.ts';
import { makeReport } from '../../../load-tests/report/report.ts';
import { exchanged, failed, manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

describe('the CSV of a run', () => {
  it('has a row of as many cells for every request, in the order in which they were due', () => {
    const second = failed({ at: 2500.25, id: 'b', milliseconds: 12.3456 });
    const first = exchanged({ at: 1000, id: 'a', answer: 'say "no", or' });

    const rows = toCsv('poisson', [second, first]).split('\r\n');

    expect(rows[0]).toBe('poisson,0,0,100,a,1,false,021-永.jpg,answered,200,,,"say ""no"", or",永,,false,');
    expect(rows[1]).toBe('poisson,1.50025,0,12.346,b,1,false,021-永.jpg,error,,reset,ECONNRESET,,永,,false,');
    expect(csvHead.split(',')).toHaveLength(rows[1]?.split(',').length ?? 0);
    expect(rows).toHaveLength(3);
  });
});

describe('the JUnit file of a run', () => {
  it('has a case for each check, of which those that do not hold say why', () => {
    const { report } = makeReport([...manyExchanged(500, { milliseconds: 1300 }), failed()], {
      ...facts,
      commandLine: "npm run load -- organizer --header 'a: <b>&'",
    });

    const xml = toJunit([report]);

    expect(xml).toMatch(
      /<testsuite name="organizer" tests="\d+" failures="1" errors="0" skipped="0" time="\d+\.\d+"/,
    );
    expect(xml).toMatch(
      /<testcase classname="load.organizer" name="first questions in time" time="0"><failure type="FAIL" message="p99 1300.0 ms/,
    );
    expect(xml).toContain("--header 'a: &lt;b&gt;&amp;'");
    expect(xml).toContain('1 × reset: 021-永.jpg');
  });

  it('calls what only the load generator broke an error, and keeps out what XML forbids', () => {
    const { report } = makeReport(manyExchanged(3), facts);
    const check = { name: 'load made', finding: 'invalid', detail: 'none\u0000 made' } as const;

    const xml = toJunit([{ ...report, verdict: { ...report.verdict, checks: [check] } }]);

    expect(xml).toContain('tests="1" failures="0" errors="1"');
    expect(xml).toContain('<error type="INVALID" message="none made"/>');
  });
});
