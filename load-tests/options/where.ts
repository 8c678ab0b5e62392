import { availableParallelism } from 'node:os';
import { wholeNumber } from '../../project/option-number.ts';
import { UsageError } from '../../project/usage-error.ts';
import { plainAddress, type ServiceAddress } from '../client/service.ts';
import { readHeaders } from './headers.ts';

/** The service to test: one that runs, or one to be started here, whose address is not known yet. */
export type Where = { target: ServiceAddress } | { local: LocalOptions };

/** How to start the local service, and what to send it besides. */
export interface LocalOptions {
  workers: number;
  headers: ServiceAddress['headers'];
}

/** What the command line says of it. */
interface WhereValues {
  target?: string | undefined;
  local: boolean;
  workers?: string | undefined;
  header?: string[] | undefined;
  insecure: boolean;
}

/** @throws UsageError that says what would be right */
export function readWhere(values: WhereValues): Where {
  if (values.local === (values.target !== undefined)) {
    throw new UsageError('expected either --local or --target URL');
  }
  const { target, workers } = values;
  const headers = readHeaders(values.header ?? []);
  if (target === undefined) {
    if (values.insecure) throw new UsageError('--insecure does not fit --local, which has no certificate');
    const number = workers === undefined ? availableParallelism() : wholeNumber('workers', workers, 1, 1000);
    return { local: { workers: number, headers } };
  }
  if (workers !== undefined) {
    throw new UsageError('--workers does not fit --target: it is for the service that --local starts');
  }
  return { target: readTarget(target, headers, values.insecure) };
}

function readTarget(target: string, headers: ServiceAddress['headers'], insecure: boolean): ServiceAddress {
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`expected an http or https address for --target, received ${target}`);
  }
  if (url.hash !== '') {
    throw new UsageError(`expected --target without ${url.hash}: what is behind a # is never sent`);
  }
  if (insecure && url.protocol === 'http:') {
    throw new UsageError('--insecure does not fit an http --target, which has no certificate');
  }
  return {
    ...plainAddress(`${url.origin}${url.pathname.replace(/\/$/, '')}`),
    query: url.search.slice(1),
    headers: { ...headers, ...basicAuthorization(url, headers) },
    insecure,
  };
}

/** The user part of an address as the header it stands for (RFC 7617). */
function basicAuthorization(url: URL, headers: ServiceAddress['headers']): ServiceAddress['headers'] {
  if (url.username === '' && url.password === '') return {};
  if (headers.authorization !== undefined) {
    throw new UsageError('expected either a user in --target or --header authorization, received both');
  }
  const user = [url.username, url.password].map(unescaped).join(':');
  return { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError('expected the user in --target percent-encoded: % itself is written %25');
  }
}
