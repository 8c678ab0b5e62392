import { type ExchangeRecord, type FailureKind, goodOf } from '../client/records.ts';
import { countFailures } from './failures.ts';
import type { Check } from './outcome.ts';

/** Kinds of failure in which a reply breaks the contract. The check permits none of them. */
const BREACHES: ReadonlySet<FailureKind | undefined> = new Set([
  'malformed',
  'another id',
  'signature',
  'timestamp',
]);

/** Timestamps with one `server_uuid` may differ by at most this many seconds, and the service's clock may drift by as much. */
const SLACK_SECONDS = 5;

/** Checks all replies: whether each follows the contract, whether signatures change with time, and whether the clock drifts. */
export function judgeContract(exchanges: readonly ExchangeRecord[]): Check {
  const name = 'responses by the contract';
  const breaches = exchanges.filter(({ failure }) => BREACHES.has(failure));
  const found = [
    ...countFailures(breaches).map(({ count, example }) => `${count} × ${example.error}`),
    ...signatureTroubles(exchanges),
  ];
  if (found.length > 0) return { name, finding: 'failed', detail: found.join('; ') };
  const whole = goodOf(exchanges).length;
  return { name, finding: 'passed', detail: `all ${whole}` };
}

/** Faults in the signatures. Only a comparison of the replies shows these faults. */
function signatureTroubles(exchanges: readonly ExchangeRecord[]): string[] {
  const firstTimes = new Map<string, number>();
  let constant: string | undefined;
  // Bounds of the seconds by which the service's clock is ahead of this machine's, from all replies so far.
  let atLeast = Number.NEGATIVE_INFINITY;
  let atMost = Number.POSITIVE_INFINITY;
  for (const { signature, at, lagMilliseconds, milliseconds } of exchanges) {
    if (signature === undefined) continue;
    const { uuid, timestamp } = signature;
    const first = firstTimes.get(uuid) ?? timestamp;
    firstTimes.set(uuid, first);
    if (Math.abs(timestamp - first) > SLACK_SECONDS) constant = uuid;
    atLeast = Math.max(atLeast, timestamp - (at + milliseconds) / 1000);
    atMost = Math.min(atMost, timestamp + 1 - (at + lagMilliseconds) / 1000);
  }
  const troubles: string[] = [];
  if (constant !== undefined)
    troubles.push(`server_uuid stays ${constant.slice(0, 12)}… while server_timestamp changes`);
  if (atLeast - atMost > SLACK_SECONDS) {
    troubles.push(`server_timestamp drifts from this machine's clock by ${(atLeast - atMost).toFixed(0)} s`);
  }
  return troubles;
}
