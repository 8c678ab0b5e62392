import type { AwsKeys, KeySource } from './sign-request.ts';

/** Keys for a while. */
export interface ExpiringKeys extends AwsKeys {
  /** In milliseconds since 1970. */
  readonly expires: number;
}

/** As AWS's clients do it: new keys are fetched so long before the old ones expire. */
const RENEWED_BEFORE_MILLISECONDS = 300_000;
/** Between two attempts while the old keys are still good. */
const PAUSE_MILLISECONDS = 5_000;

/**
 * Keys that are fetched anew before they expire. Nobody waits for that, unless there are none, or they have expired; several
 * who wait do so for one fetch.
 */
export function renewing(fetchKeys: () => Promise<ExpiringKeys>): KeySource {
  let current: ExpiringKeys | undefined;
  let fetching: Promise<ExpiringKeys> | undefined;
  let nextAttempt = 0;

  const renew = () => {
    nextAttempt = Date.now() + PAUSE_MILLISECONDS;
    fetching ??= fetchKeys()
      .then((keys) => {
        current = keys;
        return keys;
      })
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  };

  return () => {
    const now = Date.now();
    if (!current || now >= current.expires) return renew();
    // A failure is no matter yet: the next question tries again.
    if (now >= current.expires - RENEWED_BEFORE_MILLISECONDS && now >= nextAttempt) renew().catch(() => {});
    return current;
  };
}
