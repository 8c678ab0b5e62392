/** An error as a log line shows it. */

/** In a line of a stack, between brackets: file, line, column. */
const LOCATION = /\(([^()]*?):(\d+?):\d+?\)$/m;

/**
 * What was thrown, and all that hangs on it, as JSON can hold it: errors with name, location, message, stack and cause, large
 * numbers as text, and nothing twice that holds itself.
 */
export function describeError(thrown: unknown, around: readonly unknown[] = []): unknown {
  if (typeof thrown === 'bigint') return String(thrown);
  if (typeof thrown !== 'object' || thrown === null) return thrown;
  if (around.includes(thrown)) return undefined;
  const describe = (inner: unknown) => describeError(inner, [...around, thrown]);
  if (Array.isArray(thrown)) return thrown.map(describe);
  if (!(thrown instanceof Error) && 'toJSON' in thrown) return thrown;
  const attributes = { ...thrown } as Record<string, unknown>;
  for (const [name, value] of Object.entries(attributes)) attributes[name] = describe(value);
  if (!(thrown instanceof Error)) return attributes;
  const { name, message, stack, cause } = thrown;
  const known = { name, location: locationOf(stack), message, stack, cause: describe(cause) };
  return { ...known, ...attributes, name, message, stack, cause: known.cause };
}

/** File and line of the innermost call that has a name; empty where no stack tells it. */
function locationOf(stack: string | undefined): string {
  const [, file, line] = LOCATION.exec(stack ?? '') ?? [];
  return file === undefined ? '' : `${file}:${line}`;
}
