import { describe, expect, it } from 'vitest';
import { toJunit } from '../../../load-tests/report/junit.ts';
import { makeReport } from '../../../load-tests/report/report.ts';
import { failed, manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

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
