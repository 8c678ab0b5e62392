import { validateHeaderName, validateHeaderValue } from 'node:http';
import { availableParallelism } from 'node:os';
import { wholeNumber } from '../../project/option-number.ts';
import { UsageError } from '../../project/usage-error.ts';
import type { ServiceAddress } from '../client/service.ts';

/** The service to test: a running one, or a local one, whose address is not known yet. */
export type Where = { target: ServiceAddress } | { local: LocalOptions };

/** How to start the local service, and additional headers of requests. */
interface LocalOptions {
  workers: number;
  headers: ServiceAddress['headers'];
}

/** Options of the command line about the service. */
interface WhereValues {
  target?: string | undefined;
  local: boolean;
  workers?: string | undefined;
  header?: string[] | undefined;
}

/** @throws UsageError that says what would be right */
export function readWhere({ target, local, workers, header = [] }: WhereValues): Where {
  if (local === (target !== undefined)) {
    throw new UsageError('exactly one of --local and --target URL is required');
  }
  const headers = readHeaders(header);
  if (target === undefined) {
    return {
      local: { workers: wholeNumber('workers', workers, 1, 1000) ?? availableParallelism(), headers },
    };
  }
  if (workers !== undefined) {
    throw new UsageError('--workers needs --local');
  }
  return { target: { url: readTarget(target), headers } };
}

/**
 * Refuses user, query and fragment, because reports and Artillery's command line show the address. Secrets belong in headers,
 * whose values appear in neither.
 */
function readTarget(target: string): string {
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('--target must be an http or https address');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError("--target must not contain a user, ? or #: send keys with --header 'name: value'");
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}

/**
 * Reads every `--header 'name: value'`. If a name is repeated, its last value counts.
 * @returns values by names in lower case
 * @throws UsageError that says what would be right
 */
export function readHeaders(given: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const header of given) {
    const colon = header.indexOf(':');
    const name = header.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = header.slice(colon + 1).trim();
    if (!isHeader(name, value)) {
      throw new UsageError(`--header must be 'name: value', not ${withoutValue(header)}`);
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

/** A header without its value, which may be secret. */
function withoutValue(header: string): string {
  const colon = header.indexOf(':');
  return colon < 0 ? header : `${header.slice(0, colon)}: …`;
}
