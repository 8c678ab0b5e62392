/** Parses callers' keys, compares secrets, and keeps fetched secrets up to date. */
import { hash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

/** In characters. Shorter keys could be guessed. */
const SHORTEST_KEY = 16;

const Key = v.pipe(v.string(), v.minLength(SHORTEST_KEY));

/** Content of the secret: `{"bank": "its key", "partner": ["new key", "old key"]}`. */
const CallerKeysSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.union([Key, v.array(Key)])),
  v.transform((callers) => new Map(Object.entries(callers).map(([caller, keys]) => [caller, [keys].flat()]))),
  v.check((callers) => [...callers.values()].some(({ length }) => length > 0)),
);

/** The keys of each caller; several during a rotation. */
export type CallerKeys = ReadonlyMap<string, readonly string[]>;

/**
 * @param secretText never appears in the error's message
 * @throws Error that says what the secret must contain
 */
export function readCallerKeys(secretText: string): CallerKeys {
  const { success, output } = v.safeParse(CallerKeysSchema, secretText);
  if (success) return output;
  throw new Error(
    `The secret must hold one JSON object with the name of each caller, and its API key or list of API keys. An API key has at least ${SHORTEST_KEY} characters.`,
  );
}

/** Compares two texts in constant time. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}

/** The caller with this key, if any. All keys are compared, so that the duration does not show which key fits. */
export function callerWithKey(keys: CallerKeys, presented: string): string | undefined {
  const found = [...keys].filter(([, own]) => own.filter((key) => sameText(key, presented)).length > 0);
  return found.at(-1)?.[0];
}

/** How long a secret counts as current. While its source works, the authorizer accepts a revoked key for at most this time. */
const FRESH_MILLISECONDS = 300_000;

/** Delay before the next attempt after a failure, if an earlier value is still valid. */
const PAUSE_MILLISECONDS = 5_000;

/** How long a secret stays valid while its source is unavailable. */
const STALE_MILLISECONDS = 3_600_000;

/**
 * A secret that is fetched again after five minutes. While its source fails, the last value stays valid for an hour, so that an
 * outage of Secrets Manager does not stop the service. Requests at the same time share one fetch.
 *
 * @param now a clock in milliseconds
 * @returns a function that gives the value. If fetching or parsing fails, and the last value is missing or older than an hour,
 * the function throws the error.
 */
export function cachedSecret<Value>(
  fetch: () => Promise<string>,
  read: (text: string) => Value,
  now = () => performance.now(),
): () => Promise<Value> {
  let current: { readonly value: Value; readonly fetched: number } | undefined;
  let nextFetch = 0;
  let fetching: Promise<Value> | undefined;
  const refresh = async () => {
    nextFetch = now() + PAUSE_MILLISECONDS;
    const value = read(await fetch());
    current = { value, fetched: now() };
    nextFetch = now() + FRESH_MILLISECONDS;
    return value;
  };
  return async () => {
    if (current && now() < nextFetch) return current.value;
    try {
      fetching ??= refresh();
      return await fetching;
    } catch (error) {
      if (!current || now() - current.fetched > STALE_MILLISECONDS) throw error;
      return current.value;
    } finally {
      fetching = undefined;
    }
  };
}
