import { resolve } from 'node:path';
import { dataDirectory as ownDataDirectory } from '../project/paths.ts';
import { UsageError } from '../project/usage-error.ts';
import { frontsFor } from './fronts/share.ts';
import { findServedModels, type ModelOptions, type ServedModel } from './models/served-models.ts';
import type { AccessOptions } from './server/access.ts';
import { SERVER_LIMITS } from './server/limits.ts';
import type { LogOptions } from './service-log.ts';

/** How the local service runs. Every option may be left out. */
export interface ServiceOptions extends ModelOptions, AccessOptions, LogOptions {
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** Host names that requests may use, besides IP addresses, `localhost` and `host`. @default none */
  readonly allowHosts?: readonly string[];
  /**
   * Number of front processes, which share the port and divide the workers.
   * @default one for every four cores, at most the smallest number of workers of a model
   */
  readonly fronts?: number;
  /** TCP port, 0 for any free one. @default 8080 */
  readonly port?: number;
  /** Folder of the cache, the log, compiled code, and models made from bare ONNX files. @default '.subsecond' */
  readonly dataDirectory?: string;
  /** Keep responses by request id. @default true */
  readonly cache?: boolean;
  /** Limit of the body of a request or a response, in bytes. @default 20 MB */
  readonly maxBodyBytes?: number;
  /** A worker with requests is killed after this many milliseconds without a message. @default two deadlines, at least 1000 */
  readonly workerTimeoutMilliseconds?: number;
  /** Time limit for reading a model, and for loading it in a worker, in milliseconds. @default 60000 */
  readonly loadTimeoutMilliseconds?: number;
  /** Reload a model when its folder or its file has changed. @default false */
  readonly watch?: boolean;
  /** Environment variables like those of a function on Lambda, in addition to those of this process. @default none */
  readonly environment?: Readonly<Record<string, string>>;
}

const DEFAULTS = {
  host: '127.0.0.1',
  allowHosts: [] as readonly string[],
  port: 8080,
  dataDirectory: ownDataDirectory,
  cache: true,
  maxBodyBytes: SERVER_LIMITS.bodyBytes,
  loadTimeoutMilliseconds: 60_000,
  watch: false,
} satisfies ServiceOptions;

/** Options with the defaults of this file filled in. */
export interface Settings
  extends Required<Pick<ServiceOptions, keyof typeof DEFAULTS>>,
    Pick<ServiceOptions, 'workerTimeoutMilliseconds' | keyof LogOptions> {
  readonly fronts: number;
  /** An address that names no model belongs to the first model that has the address. */
  readonly models: readonly [ServedModel, ...ServedModel[]];
  readonly access: AccessOptions;
  /** Environment variables of this process and of `ServiceOptions`, which has priority. `SECRET_PATH` is undefined. */
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Fills in defaults and checks what can be checked before anything starts.
 *
 * @throws {UsageError | ModelError | ServiceError} with one line that says what would be right
 */
export async function resolveOptions(options: ServiceOptions): Promise<Settings> {
  const { cors = [], apiKey, environment, ...others } = { ...DEFAULTS, ...options };
  const { host, allowHosts } = others;
  const settings = { ...others, dataDirectory: resolve(others.dataDirectory) };
  const models = await findServedModels(options, settings);
  return {
    ...settings,
    models,
    fronts: frontsFor(options.fronts, models),
    allowHosts: [host, ...allowHosts],
    access: { cors: cors.map(requireOrigin), apiKey: requireKey(apiKey) },
    // A secret path is for services behind API Gateway. Here an API key protects better.
    environment: { ...process.env, ...environment, SECRET_PATH: undefined },
  };
}

/** Accepts `*`, or an origin in the form that browsers send: scheme, host, and the port if it is not the default. */
function requireOrigin(origin: string): string {
  if (origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)) return origin;
  throw new UsageError(`--cors must be an origin such as https://example.com, or *, got ${origin}`);
}

/** Checks that a header can carry the key as a token (RFC 6750, 2.1). */
function requireKey(key: string | undefined): string | undefined {
  if (key === undefined || /^[\w.~+/-]+=*$/.test(key)) return key;
  throw new UsageError('--api-key must consist of letters, digits and - . _ ~ + /, and may end in =');
}
