import type { ExchangeRecord, FailureKind } from '../client/records.ts';

/** One kind of failure, and how often it happened. */
export interface FailureCount {
  kind: FailureKind;
  /** Only with `status`, which is counted apart for each. */
  status?: number;
  count: number;
  /** The first one. */
  example: { id: string; sample: string; error: string; excerpt?: string };
}

/** One wrong prediction, and how often it happened. */
export interface WrongResponse {
  label: string;
  answer: string;
  count: number;
  /** Name of the first sample with it. */
  sample: string;
}

/** Counts failures by kind, the most frequent first. */
export function countFailures(exchanges: readonly ExchangeRecord[]): FailureCount[] {
  const counts = new Map<string, FailureCount>();
  for (const { id, sample, error, excerpt, failure, status } of exchanges) {
    if (error === undefined || failure === undefined) continue;
    const byStatus = failure === 'status' && status !== undefined ? { status } : {};
    const key = `${failure} ${byStatus.status ?? ''}`;
    const example = { id, sample, error, ...(excerpt === undefined ? {} : { excerpt }) };
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { kind: failure, ...byStatus, count: 1, example });
    else known.count++;
  }
  return mostFrequentFirst(counts);
}

/** Counts wrong predictions by prediction and label, the most frequent first. */
export function countWrongResponses(exchanges: readonly ExchangeRecord[]): WrongResponse[] {
  const counts = new Map<string, WrongResponse>();
  for (const { sample, answer, label } of exchanges) {
    if (answer === undefined || label === undefined || answer === label) continue;
    const key = JSON.stringify([label, answer]);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { label, answer, count: 1, sample });
    else known.count++;
  }
  return mostFrequentFirst(counts);
}

function mostFrequentFirst<Counted extends { count: number }>(counts: Map<string, Counted>): Counted[] {
  return [...counts.values()].sort((first, second) => second.count - first.count);
}
