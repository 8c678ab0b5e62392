import { join } from 'node:path';
import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { commandLine } from '../../project/command-line.ts';
import { workDirectory } from '../../project/places.ts';
import { installCommand } from '../run/artillery-installation.ts';
import { scenarios } from './scenarios.ts';

const list = Object.entries(scenarios)
  .map(([name, text]) => `  ${name.padEnd(11)} ${text}`)
  .join('\n');

const flag = { type: 'boolean', default: false } as const;

/** What the command line may hold. */
export const USAGE = {
  help: `${commandLine('load')} --help`,
  models: 'other',
  former: { task: 'it is --model now' },
  options: {
    help: { ...flag, short: 'h' },
    target: { type: 'string', value: 'url' },
    header: { type: 'string', multiple: true, value: "'name: value'" },
    local: flag,
    workers: { type: 'string', value: 'n' },
    model: { type: 'string', value: 'name' },
    contract: { type: 'string', value: 'name' },
    count: { type: 'string', value: 'n' },
    duration: { type: 'string', value: 'seconds' },
    rate: { type: 'string', value: 'n' },
    share: { type: 'string', value: 'share' },
    clients: { type: 'string', value: 'n' },
    think: { type: 'string', value: 'seconds' },
    'warm-up': { type: 'string', value: 'seconds' },
    samples: { type: 'string', value: 'folder' },
    reports: { type: 'string', default: join(workDirectory, 'load-tests', 'reports'), value: 'folder' },
    baseline: { type: 'string', multiple: true, value: 'file' },
    limit: { type: 'string', value: 'milliseconds' },
    percentile: { type: 'string', value: 'percent' },
    accuracy: { type: 'string', value: 'percent' },
    confidence: { type: 'string', value: 'percent' },
  },
} as const;

/** What `--help` prints. */
export const HELP = `Usage: ${commandLine('load')} <scenario> --local | --target URL [options]
       ${commandLine('load')} all --local | --target URL [options]
       ${commandLine('load')} report <folder with records>
       ${commandLine('load')} sweep [model …] [options]

Puts the service under load with Artillery. The verdict is PASS, FAIL (the service broke its promise), NOT PROVEN (too few
samples for the required confidence) or INVALID (the load generator was late, made a different load, or was the limit).

Scenarios:
${list}
  all         every one of them, one after the other
  report      the verdict on records that were already written
  sweep       which workers, concurrency and batches serve most here: ${commandLine('load')} sweep --help

What:
  --model NAME          the model: one under models/, or a folder with an ensemble.json (default: the one that the
                        target serves; with --local, ${DEFAULT_MODEL})
  --contract NAME       send requests of this contract of the model (default: its first one)
  --samples FOLDER      other samples than the model's own: a folder with a labels.json

Where:
  --target URL          a service that runs already, with /models/<model> behind its address where it has several
  --header 'NAME: VALUE'  send this with every request; may be given several times
  --local               start the local service with the model for the run and stop it afterwards
  --workers N           with --local: workers of the service (default: number of cores)

How much:
  --count N             requests to make; not in peak, and where they arrive at a rate not together with --duration
  --duration SECONDS    how long to go on, a whole number; in peak, for each probe. Without both, it is as much as the
                        scenario file says, and no less than a verdict needs
  --rate N              arrivals a second, a whole number: poisson, repeat, abuse; in spike before and behind the
                        spike; peak starts there
  --clients N           in organizer, closed and burst
  --think SECONDS       pause of a client between a response and its next request, in closed only: 3, or drawn from 2-5
  --share 0.5           share of repeated ids, in repeat only
  --warm-up SECONDS     put the same load on the service before, for so long, and leave it out of the verdict; in
                        peak before each probe

The promise (default of a report: what its run had):
  --limit MILLISECONDS  to the last byte (default: the model's deadline)
  --percentile PERCENT  of the requests that must get their response in time (default 99)
  --accuracy PERCENT    of the responses that must be right, where samples have labels (default: the model's
                        samplesRight, 90 where it says nothing)
  --confidence PERCENT  from 50; less is NOT PROVEN (default 99, which takes 459 in time in a row for p99)
  --baseline FILE       the report.json of an earlier run of the same load: fails where this one is worse by more than
                        8 % and than the spread within both explains; of several, all must say so. With all, each
                        scenario is compared with those of its own

What is written:
  --reports FOLDER      gets a folder <scenario>-<time> with report.html, report.md, report.json and the
                        records of every request (default load-tests/reports)

Exit code: 0 PASS, 1 anything else, 2 wrong usage. Ctrl-C gives the verdict on what there is; all fails when it was
stopped before its last scenario.
Once before: ${installCommand()}`;
