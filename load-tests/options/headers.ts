import { validateHeaderName, validateHeaderValue } from 'node:http';
import { UsageError } from '../../project/usage-error.ts';

/**
 * Reads `--header 'name: value'`, given any number of times; of two with one name, the last counts.
 * @returns by lower-case names
 * @throws UsageError that says what would be right
 */
export function readHeaders(given: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const header of given) {
    const colon = header.indexOf(':');
    const name = header.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = header.slice(colon + 1).trim();
    if (!isHeader(name, value)) {
      throw new UsageError(`expected 'name: value' for --header, received ${withoutValue(header)}`);
    }
    headers[name] = value;
  }
  return headers;
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** A header as it may be shown: its value may be a secret. */
function withoutValue(header: string): string {
  const colon = header.indexOf(':');
  return colon < 0 ? header : `${header.slice(0, colon)}: …`;
}
