import type { ExchangeRecord, FailureKind } from '../client/records.ts';

export interface FailureCount {
  kind: FailureKind;
  /** The status, for failures of the kind `status`, because each status counts separately. */
  status?: number;
  count: number;
  /** The first of these failures. */
  example: { id: string; sample: string; error: string; excerpt?: string };
}

/** Counts failures by kind and status, the most frequent first. */
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
  return [...counts.values()].sort((first, second) => second.count - first.count);
}
