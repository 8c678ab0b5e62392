import { resolve } from 'node:path';
import { dataDirectory as ownDataDirectory, programFile } from '../project/places.ts';
import { findServedTasks, type ServedTask, type TaskOptions } from './served-tasks.ts';
import { ServiceError } from './service-error.ts';

/** How the local service runs. Every option may be left out. */
export interface ServiceOptions extends TaskOptions {
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** TCP port, 0 for any free one. @default 8080 */
  readonly port?: number;
  /** Requests that an execution environment takes at once, as on Lambda Managed Instances. @default 1 */
  readonly concurrency?: number;
  /** Let requests wait while their budget can be kept; false refuses them at once as Lambda does. @default true */
  readonly queue?: boolean;
  /** Folder of the embedded table, the code cache and the functions' log. @default '.subsecond' */
  readonly dataDirectory?: string;
  /** Remember answers in DynamoDB. @default true */
  readonly cache?: boolean;
  /** Milliseconds after which a function that has not answered is killed. @default 10000 */
  readonly functionTimeoutMilliseconds?: number;
  /** Handler within the bundle, as Lambda's `_HANDLER`. @default 'index.handler' */
  readonly handler?: string;
  /** Command that runs a function; any client of the Lambda Runtime API. @default this project's own */
  readonly runtime?: readonly string[];
}

/** Options with every default filled in. */
export type Settings = Required<Omit<ServiceOptions, keyof TaskOptions>> & {
  /** Each is a function of its own; the first one has the addresses that name none. */
  readonly tasks: readonly ServedTask[];
  /** Undefined: the project's own bundle. */
  readonly functionDirectory: string | undefined;
  /** Of every function, on top of those of this process. */
  readonly environment: Readonly<Record<string, string>>;
};

/**
 * Fills in defaults and checks what can be checked before anything starts.
 * @throws {ServiceError} with one line that says what would be right
 */
export async function resolveOptions(options: ServiceOptions): Promise<Settings> {
  const port = options.port ?? 8080;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ServiceError(`--port must be a whole number from 0 to 65535, got ${port}`, 2);
  }
  const dataDirectory = dataDirectoryOf(options);
  return {
    tasks: await findServedTasks(options, dataDirectory),
    host: options.host ?? '127.0.0.1',
    port,
    concurrency: options.concurrency ?? 1,
    queue: options.queue ?? true,
    dataDirectory,
    cache: options.cache ?? true,
    functionTimeoutMilliseconds: options.functionTimeoutMilliseconds ?? 10_000,
    functionDirectory: options.functionDirectory,
    handler: options.handler ?? 'index.handler',
    runtime: options.runtime ?? [process.execPath, programFile('local/environments/runtime/runtime-client')],
    environment: options.environment ?? {},
  };
}

/** The folder of the embedded table, the code cache, the functions' log and the tasks made of bare files. */
export function dataDirectoryOf({ dataDirectory }: ServiceOptions): string {
  return resolve(dataDirectory ?? ownDataDirectory);
}
