import { DEFAULT_TASK } from '../../tasks/find-task.ts';
import { scenarios } from './scenarios.ts';

/** A mistake on the command line: one line for people, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const list = Object.entries(scenarios)
  .map(([name, text]) => `  ${name.padEnd(11)} ${text}`)
  .join('\n');

/** What `npm run load -- --help` prints. */
export const usage = `Usage: npm run load -- <scenario> --local | --target URL [options]
       npm run load -- all --local | --target URL [options]
       npm run load -- report <folder with records> [<folder> …]

Puts the service under load with Artillery and says PASS or FAIL.

Scenarios:
${list}
  all         every one of them, one after the other
  report      a verdict on records that were already written, from one machine or many

What:
  --task NAME           the task to ask: one under models/, or a folder with an ensemble.json (default ${DEFAULT_TASK})
  --contract NAME       ask by this one of the task's contracts (default: its first one)
  --samples FOLDER      other samples than the task's own: a folder with a labels.json

Where:
  --target URL          a service that runs already, with /tasks/<task> behind its address where it has several
  --local               start the local service with the task for the run and stop it afterwards
  --provisioned N       with --local: warm execution environments (default 2)
  --max-concurrency N   with --local: most execution environments (default: as provisioned)

How much:
  --count N             questions to ask (default: the scenario file's); not in peak, and where they arrive at
                        a rate not together with --duration
  --duration SECONDS    how long to go on asking, a whole number (default: the scenario file's); in peak,
                        for each probe
  --rate N              arrivals a second, a whole number: steady-5, poisson, repeat, abuse; peak starts there
  --share 0.5           share of repeated ids, in repeat only
  --brief               a quarter of the usual amount

The promise:
  --limit MILLISECONDS  to the last byte (default: the task's budget; of a report, what its runs had)
  --percentile 99       percentage of the answers that must be in time
  --accuracy PERCENT    of the answers that must be right, where samples have labels (default: the task's
                        samplesRight, 90 where it says nothing; of a report, what its runs had)
  --confidence P        demand this confidence, in percent; without it the verdict is on what was
                        observed, and says how sure that is (459 in time in a row give 99 %)

What is written:
  --reports FOLDER      gets a folder <scenario>-<time> with report.html, report.md, report.json and the
                        records of every request (default load-tests/reports)
  --write-results       all: write the table load-tests/RESULTS.md

Exit code: 0 PASS, 1 FAIL, 2 wrong usage. Ctrl-C gives the verdict on what there is; all fails when it was
stopped before its last scenario.
Once before: npm ci --prefix load-tests`;
