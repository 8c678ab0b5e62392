/** The command line of a sweep. */
import { join, resolve } from 'node:path';
import { commandLine } from '../../../project/command-line.ts';
import { anyNumber } from '../../../project/option-number.ts';
import { workDirectory } from '../../../project/places.ts';
import { readOptions } from '../../../project/read-options.ts';
import { UsageError } from '../../../project/usage-error.ts';
import { DEFAULT_TASK } from '../../../tasks/find-task.ts';
import { type Axes, readAxes } from './axes.ts';

export const HELP = `Usage: ${commandLine('load')} sweep [task …] [options]
       ${commandLine('load')} sweep --from <report.json> [--from <report.json> …] [options]

Finds out how to start a task on this machine: how many workers, how many questions each takes at once,
how large batches may be and how long a question waits for one. The service is started with each setting in turn and
asked by clients that ask again as soon as they are answered. First all settings are compared with a middle number of
clients, and those that fall behind are dropped; then the best are measured with every number of clients. For half of the
time the best with batches and the best without run side by side and are asked in turns, so that slow moments hit both
alike: that decides. Nothing else should run meanwhile.

  task                  tasks under models/, or folders with an ensemble.json (default ${DEFAULT_TASK})
  --minutes <n>         for each task (default 10; longer where three rounds of turns do not fit)
  --contract <name>     ask by this one of the task's contracts (default: its first one)
  --samples <folder>    other samples than the task's own: a folder with a labels.json

What is tried, each a list:
  --clients <list>      such as 1,2,4,8 (default: 1, 2, 4 … 32 for each core)
  --workers <list> workers (default: 1 and the number of cores)
  --concurrency <list>  questions that a worker takes at once (default 1,4,16)
  --batch <list>        questions that members are asked together at most, 1 for none (default 1,4,16); never more than
                        a worker takes at once
  --queue-delay <list>  milliseconds that a question waits for others, where there are batches (default 0,2)

The promise:
  --limit <ms>          to the last byte (default: the task's budget)
  --percentile <n>      percentage of the questions that must be answered in time (default 99)

What is written:
  --reports <folder>    gets a folder sweep-<task>-<time> with report.html, report.md and report.json (default
                        load-tests/reports)
  --write <file>        put each task's tables into this Markdown file as well, in place of those it has of the task
  --cards               put into each task's MODEL_CARD.md whether batches are on, and whether they pay
  --from <report.json>  measure nothing: write the reports of an earlier sweep again
  --help                show this text

The best setting is named with the line that starts it. It is called better than a simpler one only where it was so by
more than the spread between rounds (paired t-test, 5 %). Ctrl-C writes what has been measured.
Exit code: 0 where a setting keeps the promise, 1 where none does or the sweep was stopped, 2 wrong usage.`;

/** A checked command line. */
export type SweepOptions =
  | { readonly command: 'help' }
  | ({ readonly command: 'redraw'; readonly files: readonly string[] } & SweepOutputs)
  | ({
      readonly command: 'sweep';
      readonly tasks: readonly string[];
      readonly contract: string | undefined;
      readonly samples: string | undefined;
      /** Of each task. */
      readonly minutes: number;
      readonly axes: Axes;
      /** Undefined: the task's own. */
      readonly limitMilliseconds: number | undefined;
      /** Share that must be answered in time. */
      readonly quantile: number;
    } & SweepOutputs);

export interface SweepOutputs {
  readonly reports: string;
  /** Markdown file that gets the tables as well. */
  readonly write: string | undefined;
  /** Whether each task's model card gets its section on batches. */
  readonly cards: boolean;
}

const USAGE = {
  help: `${commandLine('load')} sweep --help`,
  tasks: 'several',
  options: {
    minutes: { type: 'string', default: '10', value: 'n' },
    contract: { type: 'string', value: 'name' },
    samples: { type: 'string', value: 'folder' },
    clients: { type: 'string', value: 'list' },
    workers: { type: 'string', value: 'list' },
    concurrency: { type: 'string', value: 'list' },
    batch: { type: 'string', value: 'list' },
    'queue-delay': { type: 'string', value: 'list' },
    limit: { type: 'string', value: 'ms' },
    percentile: { type: 'string', default: '99', value: 'n' },
    reports: { type: 'string', default: join(workDirectory, 'load-tests', 'reports'), value: 'folder' },
    write: { type: 'string', value: 'file' },
    cards: { type: 'boolean', default: false },
    from: { type: 'string', multiple: true, value: 'report.json' },
    help: { type: 'boolean', default: false, short: 'h' },
  },
} as const;

/** @param parameters behind the word `sweep` @throws {UsageError} that says what would be right */
export function readSweepOptions(parameters: readonly string[]): SweepOptions {
  const { values, positionals: tasks } = readOptions(USAGE, parameters);
  if (values.help) return { command: 'help' };
  const { from, limit, samples, contract, write } = values;
  const outputs = {
    reports: resolve(values.reports),
    write: write === undefined ? undefined : resolve(write),
    cards: values.cards,
  };
  if (from !== undefined) {
    if (tasks.length > 0) throw new UsageError(`--from measures nothing: leave ${tasks.join(' ')} out`);
    return { command: 'redraw', files: from.map((file) => resolve(file)), ...outputs };
  }
  if (samples !== undefined && tasks.length > 1) {
    throw new UsageError('--samples are those of one task: sweep the tasks one by one');
  }
  const double = tasks.find((task, index) => tasks.indexOf(task) !== index);
  if (double !== undefined) throw new UsageError(`the task ${double} is named twice`);
  return {
    command: 'sweep',
    tasks: tasks.length > 0 ? tasks : [DEFAULT_TASK],
    contract,
    samples: samples === undefined ? undefined : resolve(samples),
    minutes: anyNumber('minutes', values.minutes, 0.1, 24 * 60),
    axes: readAxes(values),
    limitMilliseconds: limit === undefined ? undefined : anyNumber('limit', limit, 1, 900_000),
    quantile: anyNumber('percentile', values.percentile, 50, 99.999) / 100,
    ...outputs,
  };
}
