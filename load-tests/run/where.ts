import { whole } from './numbers.ts';
import { UsageError } from './usage.ts';

/** The service to test: one that runs, or one to be started here. */
export type Where = { target: string } | { local: LocalOptions };

/** How to start the local service. */
export interface LocalOptions {
  provisioned: number;
  maxConcurrency: number;
}

/** What the command line says of it. */
interface WhereValues {
  target?: string | undefined;
  local: boolean;
  provisioned?: string | undefined;
  'max-concurrency'?: string | undefined;
}

/** @throws UsageError that says what would be right */
export function readWhere(values: WhereValues): Where {
  if (values.local === (values.target !== undefined)) {
    throw new UsageError('expected either --local or --target URL');
  }
  const { target, provisioned = '2', 'max-concurrency': most = provisioned } = values;
  if (target === undefined) {
    const least = whole('provisioned', provisioned, 1, 1000);
    return {
      local: { provisioned: least, maxConcurrency: whole('max-concurrency', most, least, 1000) },
    };
  }
  for (const option of ['provisioned', 'max-concurrency'] as const) {
    if (values[option] !== undefined) {
      throw new UsageError(`--${option} does not fit --target: it is for the service that --local starts`);
    }
  }
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`expected an http or https address for --target, received ${target}`);
  }
  return { target: `${url.origin}${url.pathname.replace(/\/$/, '')}` };
}
