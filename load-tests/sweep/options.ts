/** The command line of a sweep. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { commandLine } from '../../project/command-line.ts';
import { anyNumber, wholeNumber } from '../../project/option-number.ts';
import { loadReports } from '../../project/paths.ts';
import { readOptions } from '../../project/read-options.ts';
import { UsageError } from '../../project/usage-error.ts';
import { type Axes, settingsOf } from './setting.ts';

export const HELP = `Usage: ${commandLine('load')} sweep [model] [options]

Finds the setting (number of workers, concurrency of each, largest batch) with the highest throughput on this machine. Starts
the service with one setting after another and puts it under load with clients that wait for each response. Run nothing else
meanwhile.

Example: ${commandLine('load')} sweep digits --minutes 4

  model                 a model under models/, or a folder with an ensemble.json (default ${DEFAULT_MODEL})
  --minutes <n>         duration (default 10; longer if three rounds of the final comparison do not fit)
  --contract <name>     contract of the requests (default: the model's first one)
  --samples <folder>    folder with samples and labels.json (default: the model's own samples)

Values to measure, as comma-separated lists:
  --clients <list>      number of clients (default: 1, 2, 4 … up to 32 for each core)
  --workers <list>      number of workers (default: 1 and the number of cores)
  --concurrency <list>  requests that a worker takes at once (default 1,4,16)
  --batch <list>        largest batch; 1 for none (default 1,4,16); never above the concurrency

Objective:
  --limit <ms>          latency to the last byte (default: the model's deadline)
  --percentile <n>      percentage of the requests that must meet the limit (default 99)

Output:
  --reports <folder>    parent of the folder sweep-<model>-<time> with report.md and report.json
                        (default load-tests/reports)
  --help                show this help

Ctrl-C writes a report of what has been measured.
Exit code: 0 if a setting meets the objective, 1 if none does or the sweep was stopped, 2 for wrong usage.`;

/** A checked command line. */
export interface SweepOptions {
  readonly model: string;
  readonly contract: string | undefined;
  readonly samples: string | undefined;
  readonly minutes: number;
  readonly axes: Axes;
  /** Time limit of a response; undefined: the model's own deadline. */
  readonly limitMilliseconds: number | undefined;
  /** Share of the requests that must get their response within the limit. */
  readonly quantile: number;
  readonly reports: string;
}

const list = { type: 'string', value: 'list' } as const;
const USAGE = {
  help: `${commandLine('load')} sweep --help`,
  models: 'one',
  options: {
    minutes: { type: 'string', default: '10', value: 'n' },
    contract: { type: 'string', value: 'name' },
    samples: { type: 'string', value: 'folder' },
    clients: list,
    workers: list,
    concurrency: list,
    batch: list,
    limit: { type: 'string', value: 'ms' },
    percentile: { type: 'string', default: '99', value: 'n' },
    reports: { type: 'string', default: loadReports, value: 'folder' },
  },
} as const;

/** Largest number of clients for each core by default. This number keeps every worker busy, while some requests wait. */
const CLIENTS_A_CORE = 32;

/** @param parameters after the word `sweep` @throws {UsageError} that says what would be right */
export function readSweepOptions(
  parameters: readonly string[],
  cores: number = availableParallelism(),
): SweepOptions | 'help' {
  const { values, positionals } = readOptions(USAGE, parameters);
  if (values.help) return 'help';
  const { limit, samples, contract } = values;
  const axes: Axes = {
    clients: readList('clients', values.clients, 1, 4096) ?? powersOfTwo(CLIENTS_A_CORE * cores),
    workers: readList('workers', values.workers, 1, 1000) ?? [...new Set([1, cores])],
    concurrency: readList('concurrency', values.concurrency, 1, 1600) ?? [1, 4, 16],
    batch: readList('batch', values.batch, 1, 256) ?? [1, 4, 16],
  };
  if (settingsOf(axes).length === 0) {
    const least = Math.min(...axes.batch);
    throw new UsageError(
      `--batch ${least} needs a --concurrency of at least ${least}: a batch is made of the requests that a worker takes at once`,
    );
  }
  return {
    model: positionals[0] ?? DEFAULT_MODEL,
    contract,
    samples: samples === undefined ? undefined : resolve(samples),
    minutes: anyNumber('minutes', values.minutes, 0.1, 24 * 60),
    axes,
    limitMilliseconds: anyNumber('limit', limit, 1, 900_000),
    quantile: anyNumber('percentile', values.percentile, 50, 99.999) / 100,
    reports: resolve(values.reports),
  };
}

/** Reads a list of numbers. @returns the numbers in rising order, without duplicates; undefined without a list */
function readList(
  option: string,
  text: string | undefined,
  least: number,
  most: number,
): number[] | undefined {
  if (text === undefined) return undefined;
  const numbers = text.split(',').map((value) => wholeNumber(option, value.trim(), least, most));
  return [...new Set(numbers)].sort((one, other) => one - other);
}

function powersOfTwo(most: number): number[] {
  return Array.from({ length: Math.floor(Math.log2(most)) + 1 }, (_, power) => 2 ** power);
}
