/** One way to start the service: what a sweep varies beside the number of clients. */
import { shellQuoted } from '../options/command-line.ts';

export interface Setting {
  /** Worker processes. */
  readonly workers: number;
  /** Requests that each worker takes at once. */
  readonly concurrency: number;
  /** Largest batch; 1: none. */
  readonly batch: number;
  /** How long a request waits for others although its member is free. */
  readonly queueDelayMilliseconds: number;
}

/** Values between which a sweep varies settings and clients, in rising order. */
export interface Axes {
  /** Clients that send the next request after each response. */
  readonly clients: readonly number[];
  readonly workers: readonly number[];
  readonly concurrency: readonly number[];
  readonly batch: readonly number[];
  readonly queueDelayMilliseconds: readonly number[];
}

/** Every setting of the axes: a batch is never larger than the concurrency, and without batches there is no delay. */
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

/** A setting as a text that is the same for the same setting only. */
export function keyOf({ workers, concurrency, batch, queueDelayMilliseconds }: Setting): string {
  return [workers, concurrency, batch, queueDelayMilliseconds].join('/');
}

export function hasBatches({ batch }: Setting): boolean {
  return batch > 1;
}

/** Parameters of `npm start --`. Batches are always named: the task's manifest may have some of its own. */
export function startParameters(task: string, setting: Setting): string[] {
  const { workers, concurrency, batch, queueDelayMilliseconds: delay } = setting;
  const parameters = { workers, concurrency, batch, ...(batch > 1 ? { 'queue-delay': delay } : {}) };
  return [task, ...Object.entries(parameters).flatMap(([name, value]) => [`--${name}`, String(value)])];
}

/** The command that starts the setting, to paste into a shell. @param start such as `npm start --` */
export function startLine(start: string, task: string, setting: Setting): string {
  return [start, ...startParameters(task, setting).map(shellQuoted)].join(' ');
}

/** Short enough for a legend. */
export function describeSetting(setting: Setting): string {
  const { workers, concurrency, batch, queueDelayMilliseconds: delay } = setting;
  const batches = batch > 1 ? `, batches of ${batch}` : '';
  return `${workers} × ${concurrency} at once${batches}${delay > 0 ? `, ${delay} ms delay` : ''}`;
}

/** Sorts the simpler setting first: no batches, no delay, less concurrency, smaller batches, fewer workers. */
export function bySimplicity(one: Setting, other: Setting): number {
  const ranks = ({ workers, concurrency, batch, queueDelayMilliseconds: delay }: Setting) => [
    Number(batch > 1),
    delay,
    concurrency,
    batch,
    workers,
  ];
  const others = ranks(other);
  return ranks(one).reduce((order, rank, index) => order || rank - others[index]!, 0);
}
