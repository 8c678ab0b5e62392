import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { commandLine } from '../../project/command-line.ts';
import { loadReports } from '../../project/paths.ts';
import { installCommand } from '../run/artillery-installation.ts';
import { scenarios } from './scenarios.ts';

const list = Object.entries(scenarios)
  .map(([name, text]) => `  ${name.padEnd(11)} ${text}`)
  .join('\n');

export const USAGE = {
  help: `${commandLine('load')} --help`,
  models: 'other',
  options: {
    target: { type: 'string', value: 'url' },
    header: { type: 'string', multiple: true, value: "'name: value'" },
    local: { type: 'boolean', default: false },
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
    reports: { type: 'string', default: loadReports, value: 'folder' },
    limit: { type: 'string', value: 'milliseconds' },
    percentile: { type: 'string', value: 'percent' },
    accuracy: { type: 'string', value: 'percent' },
    confidence: { type: 'string', value: 'percent' },
  },
} as const;

export const HELP = `Usage: ${commandLine('load')} <scenario> --local | --target <url> [options]
       ${commandLine('load')} report <folder with records> [options]
       ${commandLine('load')} sweep [model] [options]

Puts a service under load with Artillery and judges it: PASS, FAIL (misses its objective or fails another check), NOT PROVEN
(too few samples for the required confidence) or INVALID (the load generator was late, sent another load, or was the limit).

Example: ${commandLine('load')} poisson --local --model digits --rate 20

Scenarios:
${list}
  report      the verdict on the records of an earlier run
  sweep       the best workers, concurrency and batch on this machine: ${commandLine('load')} sweep --help

Model:
  --model <name>        a model under models/, or a folder with an ensemble.json (default: the model of the target; with
                        --local, ${DEFAULT_MODEL})
  --contract <name>     contract of the requests (default: the model's first one)
  --samples <folder>    folder with samples and labels.json (default: the model's own samples)

Target:
  --target <url>        address of a running service; if it serves several models, with /models/<model>
  --header 'NAME: VALUE'  header of every request; can be repeated
  --local               start a local service for the run, and stop it afterwards
  --workers <n>         with --local: number of workers (default: number of cores)

Load:
  --count <n>           number of requests; not in peak, and not with --duration if requests arrive at a rate
  --duration <seconds>  duration, a whole number; in peak, of each probe. Without --count and --duration, a run is as
                        long as its scenario file says, or longer if a verdict takes more requests
  --rate <n>            arrivals per second, a whole number, for poisson, repeat, abuse, spike (rate outside the spike) and
                        peak (rate of the first probe)
  --clients <n>         number of clients, for organizer, closed and burst
  --think <seconds>     pause between a response and the client's next request, for closed: 3, or 2-5 for random pauses
  --share <share>       share of repeated ids, 0 to 1, for repeat
  --warm-up <seconds>   duration of a warm-up with the same load, which is not judged; in peak, before each probe

Objective (the command report uses the objective of the run by default):
  --limit <ms>          latency to the last byte (default: the model's deadline)
  --percentile <n>      percentage of the requests that must meet the limit (default 99)
  --accuracy <n>        percentage of the responses to labelled samples that must be right (default: the model's
                        samplesRight; if add --fix has recorded predictions, 99, and only samples predicted correctly count)
  --confidence <n>      percentage, at least 50, that a PASS or FAIL requires; below it the verdict is NOT PROVEN (default
                        99, which takes at least 459 requests for p99)

Output:
  --reports <folder>    parent of the folder <scenario>-<time> with report.md, report.json and the records
                        of every request (default load-tests/reports)
  --help                show this help

Ctrl-C gives the verdict on the requests so far.
Exit code: 0 for PASS, 1 for any other verdict, 2 for wrong usage.
Install Artillery once, before the first run: ${installCommand()}`;
