import { resolve } from 'node:path';
import { dataDirectory as ownDataDirectory } from '../project/paths.ts';
import { frontsFor } from './fronts/share.ts';
import { findServedModels, type ModelOptions, type ServedModel } from './models/served-models.ts';
import type { AccessOptions } from './server/access.ts';
import { ServiceError } from './service-error.ts';
import type { LogOptions } from './service-log.ts';

/** How the local service runs. Every option may be left out. */
export interface ServiceOptions extends ModelOptions, AccessOptions, LogOptions {
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** Names under which the service is reached, beside addresses, `localhost` and `host`. @default none */
  readonly allowHosts?: readonly string[];
  /** Front processes, which share the port and the workers. @default one for every four cores, at most as many as a model has workers */
  readonly fronts?: number;
  /** TCP port, 0 for any free one. @default 8080 */
  readonly port?: number;
  /** Folder of cache, log and compiled code. @default '.subsecond' */
  readonly dataDirectory?: string;
  /** Keep responses by request id. @default true */
  readonly cache?: boolean;
  /** DynamoDB table that keeps them, which services on other machines may share. @default SQLite in the data folder */
  readonly table?: string;
  /** Have each response on the disk before it goes out, not only with the operating system. @default false */
  readonly durable?: boolean;
  /** Bytes of a request's body, and about as many of a response. @default what API Gateway and Lambda take */
  readonly maxBodyBytes?: number;
  /** Milliseconds after which a worker that says nothing is killed. @default two deadlines of its model */
  readonly workerTimeoutMilliseconds?: number;
  /** Milliseconds within which a model must be read, and a worker have it loaded. @default 60000 */
  readonly loadTimeoutMilliseconds?: number;
  /** Serve a model again when its folder or its file has changed. @default false */
  readonly watch?: boolean;
  /** Variables of the service, as functions on Lambda have them, on top of those of this process. @default none */
  readonly environment?: Readonly<Record<string, string>>;
}

const DEFAULTS = {
  host: '127.0.0.1',
  allowHosts: [] as readonly string[],
  port: 8080,
  dataDirectory: ownDataDirectory,
  cache: true,
  durable: false,
  loadTimeoutMilliseconds: 60_000,
  watch: false,
} satisfies ServiceOptions;

/** Options with every default filled in. */
export interface Settings
  extends Required<Pick<ServiceOptions, keyof typeof DEFAULTS>>,
    Pick<ServiceOptions, 'table' | 'maxBodyBytes' | 'workerTimeoutMilliseconds' | keyof LogOptions> {
  readonly fronts: number;
  /** The first one has the addresses that name none. */
  readonly models: readonly [ServedModel, ...ServedModel[]];
  readonly access: AccessOptions;
  /** That of this process included. */
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Fills in defaults and checks what can be checked before anything starts.
 *
 * @throws {ServiceError} with one line that says what would be right
 */
export async function resolveOptions(options: ServiceOptions): Promise<Settings> {
  const { cors = [], apiKey, environment, ...others } = { ...DEFAULTS, ...options };
  const { port, host, allowHosts } = others;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ServiceError(`--port must be a whole number from 0 to 65535, got ${port}`, 2);
  }
  const settings = { ...others, dataDirectory: resolve(others.dataDirectory) };
  const models = await findServedModels(options, settings);
  return {
    ...settings,
    models,
    fronts: frontsFor(options.fronts, models),
    allowHosts: [host, ...allowHosts],
    access: { cors: cors.map(requireOrigin), apiKey: requireKey(apiKey) },
    // A path that keeps strangers away is API Gateway's: here it would guard less than the key does.
    environment: { ...process.env, ...environment, SECRET_PATH: undefined },
  };
}

/** An origin as browsers send it: scheme, host, and the port where it is not the scheme's own. */
function requireOrigin(origin: string): string {
  if (origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)) return origin;
  throw new ServiceError(`--cors must be an origin such as https://example.com, or *, got ${origin}`, 2);
}

/** What a header can carry as a token (RFC 6750, 2.1). */
function requireKey(key: string | undefined): string | undefined {
  if (key === undefined || /^[\w.~+/-]+=*$/.test(key)) return key;
  throw new ServiceError('--api-key must consist of letters, digits and - . _ ~ + /', 2);
}

/** Variables of a function on Lambda; here options of the command line replace them. */
const OURS = ['MODEL_DIRECTORY', 'SECRET_PATH', 'SERVICE_MODELS', 'TABLE_NAME'];

/** Environment variables that have no effect, or override options. @returns a line for each */
export function describeOverridden(
  { table }: ServiceOptions,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint, DEADLINE_MILLISECONDS: deadline } = environment;
  return [
    ...OURS.filter((name) => environment[name]).map(
      (name) => `${name} is for functions on Lambda: it is ignored here`,
    ),
    ...(endpoint && table === undefined
      ? [`AWS_ENDPOINT_URL_DYNAMODB=${endpoint} has no effect without --table`]
      : []),
    ...(deadline
      ? [`DEADLINE_MILLISECONDS=${deadline} overrides deadlineMilliseconds in every model's ensemble.json`]
      : []),
  ];
}
