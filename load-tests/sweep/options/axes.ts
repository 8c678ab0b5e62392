/** What a sweep varies, and between which values. */
import { availableParallelism } from 'node:os';
import { wholeNumber } from '../../../project/option-number.ts';
import { UsageError } from '../../../project/usage-error.ts';
import type { Setting } from '../setting.ts';

export interface Axes {
  /** Clients that ask again as soon as they are answered. */
  readonly clients: readonly number[];
  readonly workers: readonly number[];
  readonly concurrency: readonly number[];
  /** 1 stands for no batches. */
  readonly batch: readonly number[];
  readonly queueDelayMilliseconds: readonly number[];
}

/** What the command line says of them, each a list such as `1,4,16`. */
export interface AxisValues {
  readonly clients?: string | undefined;
  readonly workers?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly batch?: string | undefined;
  readonly 'queue-delay'?: string | undefined;
}

/** Of the default: so many clients a core at most. They keep every worker busy and some more wait. */
const CLIENTS_A_CORE = 32;
const MOST_CLIENTS = 4096;

/** @throws {UsageError} that says what would be right */
export function readAxes(values: AxisValues, cores: number = availableParallelism()): Axes {
  const most = CLIENTS_A_CORE * cores;
  const axes: Axes = {
    clients: readList('clients', values.clients, 1, MOST_CLIENTS) ?? powersOfTwo(most),
    workers: readList('workers', values.workers, 1, 1000) ?? unique([1, cores]),
    concurrency: readList('concurrency', values.concurrency, 1, 1600) ?? [1, 4, 16],
    batch: readList('batch', values.batch, 1, 256) ?? [1, 4, 16],
    queueDelayMilliseconds: readList('queue-delay', values['queue-delay'], 0, 1000) ?? [0, 2],
  };
  if (settingsOf(axes).length === 0) {
    throw new UsageError(
      `--batch ${axes.batch.join(',')} needs --concurrency of ${Math.min(...axes.batch)} at least: a worker ` +
        'asks no more questions together than it takes at once',
    );
  }
  return axes;
}

/** Every setting of the axes; a worker runs no more requests together than it takes at once. */
export function settingsOf(axes: Axes): Setting[] {
  return axes.workers.flatMap((workers) =>
    axes.concurrency.flatMap((concurrency) =>
      axes.batch
        .filter((batch) => batch <= concurrency)
        .flatMap((batch) =>
          (batch > 1 ? axes.queueDelayMilliseconds : [0]).map((queueDelayMilliseconds) => ({
            workers,
            concurrency,
            batch,
            queueDelayMilliseconds,
          })),
        ),
    ),
  );
}

/** In rising order, each value once. @returns undefined where nothing was given */
function readList(
  option: string,
  text: string | undefined,
  least: number,
  most: number,
): number[] | undefined {
  if (text === undefined) return undefined;
  return unique(text.split(',').map((value) => wholeNumber(option, value.trim(), least, most)));
}

function unique(values: readonly number[]): number[] {
  return [...new Set(values)].sort((one, other) => one - other);
}

function powersOfTwo(most: number): number[] {
  return Array.from({ length: Math.floor(Math.log2(most)) + 1 }, (_, power) => 2 ** power);
}
