/** One way to start the service: what a sweep varies, beside the number of clients. */
import { shellQuoted } from '../options/command-line.ts';

export interface Setting {
  /** Worker processes. */
  readonly workers: number;
  /** Questions that each of them takes at once. */
  readonly concurrency: number;
  /** Questions that members are asked at once at most; 1: one by one. */
  readonly batch: number;
  /** How long a question waits for others although its member is free. */
  readonly queueDelayMilliseconds: number;
}

/** A setting as a text that is the same for the same setting only. */
export function keyOf({ workers, concurrency, batch, queueDelayMilliseconds }: Setting): string {
  return [workers, concurrency, batch, queueDelayMilliseconds].join('/');
}

export function areSame(one: Setting, other: Setting): boolean {
  return keyOf(one) === keyOf(other);
}

export function includes(settings: readonly Setting[], setting: Setting): boolean {
  return settings.some((one) => areSame(one, setting));
}

export function hasBatches({ batch }: Setting): boolean {
  return batch > 1;
}

/** The same without batches. */
export function withoutBatches(setting: Setting): Setting {
  return { ...setting, batch: 1, queueDelayMilliseconds: 0 };
}

/** What `npm start` is told after its `--`. Batches are always named: the task may have some of its own. */
export function startParameters(task: string, setting: Setting): string[] {
  const { workers, concurrency, batch, queueDelayMilliseconds: delay } = setting;
  const number = String(workers);
  return [
    task,
    ...['--workers', number, '--concurrency', String(concurrency), '--batch', String(batch)],
    ...(batch > 1 ? ['--queue-delay', String(delay)] : []),
  ];
}

/** The same as one can paste it. @param start such as `npm start --` */
export function startLine(start: string, task: string, setting: Setting): string {
  return [start, ...startParameters(task, setting).map(shellQuoted)].join(' ');
}

/** A setting in words, short enough for a legend. */
export function describeSetting(setting: Setting): string {
  const { workers, concurrency, batch, queueDelayMilliseconds: delay } = setting;
  return [
    `${workers} × ${concurrency} at once`,
    ...(batch > 1 ? [`batches of ${batch}`] : []),
    ...(delay > 0 ? [`${delay} ms delay`] : []),
  ].join(', ');
}

/** Sorts the simpler setting first: no batches, no delay, fewer questions at once, smaller batches, fewer workers. */
export function bySimplicity(one: Setting, other: Setting): number {
  const ranks = ({ workers, concurrency, batch, queueDelayMilliseconds }: Setting) => [
    Number(batch > 1),
    queueDelayMilliseconds,
    concurrency,
    batch,
    workers,
  ];
  const others = ranks(other);
  return ranks(one).reduce((order, rank, index) => order || rank - others[index]!, 0);
}
