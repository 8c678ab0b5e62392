import { createHash, timingSafeEqual } from 'node:crypto';

/** Shorter keys could be guessed. */
export const SHORTEST_KEY = 16;

/** The keys of each caller; several while one takes the place of another. */
export type CallerKeys = ReadonlyMap<string, readonly string[]>;

/**
 * Reads `{"bank": "its key", "partner": ["new key", "old key"]}`.
 *
 * @param secretText never part of a message
 * @throws Error that says what the secret must hold
 */
export function readCallerKeys(secretText: string): CallerKeys {
  const callers = Object.entries(parse(secretText)).map(([caller, keys]): [string, string[]] => [
    caller,
    [keys].flat(),
  ]);
  const keys = callers.flatMap(([, own]) => own);
  if (keys.length === 0 || !keys.every((key) => typeof key === 'string' && key.length >= SHORTEST_KEY)) {
    throw new Error(
      `The secret must hold one JSON object: each caller's name and key, or keys, of at least ${SHORTEST_KEY} characters.`,
    );
  }
  return new Map(callers);
}

/** Whether two texts are the same; takes equally long wherever they differ. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

/** Who has this key. Every key is compared, so that the time reveals nothing of the order. */
export function callerWithKey(keys: CallerKeys, presented: string): string | undefined {
  let found: string | undefined;
  for (const [caller, own] of keys) {
    for (const key of own) if (sameText(key, presented)) found = caller;
  }
  return found;
}

function parse(secretText: string): object {
  try {
    const content: unknown = JSON.parse(secretText);
    return typeof content === 'object' && content !== null ? content : {};
  } catch {
    return {};
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
