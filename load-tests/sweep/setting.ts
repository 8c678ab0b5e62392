/** A setting is one way to start the service. A sweep varies the setting and the number of clients. */
import { shellQuoted } from '../options/command-line.ts';

export interface Setting {
  /** Worker processes. */
  readonly workers: number;
  /** Requests that each worker takes at once. */
  readonly concurrency: number;
  /** Largest batch; 1: no batches. */
  readonly batch: number;
}

/** The numbers of clients, and the values of each field of a setting, that a sweep measures. Each list is in rising order. */
export interface Axes {
  /** Numbers of clients. Each client waits for a response before it sends its next request. */
  readonly clients: readonly number[];
  readonly workers: readonly number[];
  readonly concurrency: readonly number[];
  readonly batch: readonly number[];
}

/** All settings of the axes, except those with a batch larger than the concurrency. */
export function settingsOf(axes: Axes): Setting[] {
  return axes.workers.flatMap((workers) =>
    axes.concurrency.flatMap((concurrency) =>
      axes.batch.filter((batch) => batch <= concurrency).map((batch) => ({ workers, concurrency, batch })),
    ),
  );
}

export function keyOf({ workers, concurrency, batch }: Setting): string {
  return [workers, concurrency, batch].join('/');
}

export function hasBatches({ batch }: Setting): boolean {
  return batch > 1;
}

/** Parameters of `npm start --`. None is left out: without `--batch`, `batch` in the model's ensemble.json would apply. */
export function startParameters(model: string, setting: Setting): string[] {
  const { workers, concurrency, batch } = setting;
  const parameters = { workers, concurrency, batch };
  return [model, ...Object.entries(parameters).flatMap(([name, value]) => [`--${name}`, String(value)])];
}

/** The command that starts a service with the setting, to paste into a shell. @param start such as `npm start --` */
export function startLine(start: string, model: string, setting: Setting): string {
  return [start, ...startParameters(model, setting).map(shellQuoted)].join(' ');
}

/** A setting in words, short enough for a table. */
export function describeSetting({ workers, concurrency, batch }: Setting): string {
  return `${workers} × ${concurrency}${batch > 1 ? `, batches of ${batch}` : ''}`;
}

/** Sorts the simpler setting first: no batches, less concurrency, smaller batches, fewer workers. */
export function bySimplicity(one: Setting, other: Setting): number {
  const ranks = ({ workers, concurrency, batch }: Setting) => [
    Number(batch > 1),
    concurrency,
    batch,
    workers,
  ];
  const others = ranks(other);
  return ranks(one).reduce((order, rank, index) => order || rank - others[index]!, 0);
}
