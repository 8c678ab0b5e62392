import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { ServiceError } from './service-error.ts';

/** The folder that holds this project. */
export const PROJECT_DIRECTORY = join(import.meta.dirname, '..');

/** How the local service runs. Every option may be left out. */
export interface ServiceOptions {
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** TCP port, 0 for any free one. @default 8080 */
  readonly port?: number;
  /** Execution environments that are warm before the port opens. @default number of cores */
  readonly provisioned?: number;
  /** Execution environments at most, provisioned ones included. @default number of cores, or `provisioned` if more */
  readonly maxConcurrency?: number;
  /** Let requests wait while their budget can be kept; false refuses them at once as Lambda does. @default true */
  readonly queue?: boolean;
  /** A task under models/, or a folder with an ensemble.json. @default 'handwriting' */
  readonly model?: string;
  /** Folder of the embedded table, the code cache and the function's log. @default '.subsecond' */
  readonly dataDirectory?: string;
  /** Remember answers in DynamoDB. @default true */
  readonly cache?: boolean;
  /** Milliseconds after which a function that has not answered is killed. @default 10000 */
  readonly functionTimeoutMilliseconds?: number;
  /** Folder of the bundle. @default dist/function, bundled anew when its sources are newer */
  readonly functionDirectory?: string;
  /** Handler within the bundle, as Lambda's `_HANDLER`. @default 'index.handler' */
  readonly handler?: string;
  /** Command that runs the function; any client of the Lambda Runtime API. @default this project's own */
  readonly runtime?: readonly string[];
  /** Environment variables of the function, on top of those of this process. @default none */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Options with every default filled in. */
export type Settings = Required<Omit<ServiceOptions, 'model' | 'functionDirectory'>> & {
  readonly modelDirectory: string;
  /** Milliseconds from arrival within which an answer is worth giving, from the function's own variables. */
  readonly budgetMilliseconds: number;
  /** Undefined: the project's own bundle. */
  readonly functionDirectory: string | undefined;
};

/**
 * Fills in defaults and checks what can be checked before anything starts.
 * @throws ServiceError with one line that says what would be right
 */
export function resolveOptions(options: ServiceOptions): Settings {
  const cores = availableParallelism();
  const provisioned = options.provisioned ?? Math.min(cores, options.maxConcurrency ?? cores);
  const maxConcurrency = options.maxConcurrency ?? Math.max(cores, provisioned);
  requireInteger('port', options.port ?? 8080, 0, 65_535);
  requireInteger('provisioned', provisioned, 0, 1000);
  requireInteger('max-concurrency', maxConcurrency, 1, 1000);
  if (provisioned > maxConcurrency) {
    throw new ServiceError(
      `--provisioned ${provisioned} is more than --max-concurrency ${maxConcurrency}: ` +
        'provisioned environments are part of the concurrency, so raise the second or lower the first',
      2,
    );
  }
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 8080,
    provisioned,
    maxConcurrency,
    queue: options.queue ?? true,
    budgetMilliseconds: findBudget({ ...process.env, ...options.environment }),
    modelDirectory: findModel(options),
    dataDirectory: resolve(options.dataDirectory ?? join(PROJECT_DIRECTORY, '.subsecond')),
    cache: options.cache ?? true,
    functionTimeoutMilliseconds: options.functionTimeoutMilliseconds ?? 10_000,
    functionDirectory: options.functionDirectory,
    handler: options.handler ?? 'index.handler',
    runtime: options.runtime ?? [process.execPath, join(import.meta.dirname, 'runtime-client.ts')],
    environment: options.environment ?? {},
  };
}

function requireInteger(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new ServiceError(`--${name} must be a whole number from ${least} to ${most}, got ${value}`, 2);
  }
}

/** The function checks these two at its start, with the same defaults. */
function findBudget(variables: NodeJS.ProcessEnv): number {
  return Number(variables.BUDGET_MILLISECONDS ?? 1000) - Number(variables.NETWORK_MARGIN_MILLISECONDS ?? 100);
}

/** A function from elsewhere may need no model, so only one that was asked for has to be there. */
function findModel({ model, functionDirectory }: ServiceOptions): string {
  const repository = join(PROJECT_DIRECTORY, 'models');
  const name = model ?? 'handwriting';
  const named = join(repository, name);
  const directory = existsSync(join(named, 'ensemble.json')) ? named : resolve(name);
  const required = model !== undefined || functionDirectory === undefined;
  if (required && !existsSync(join(directory, 'ensemble.json'))) {
    const tasks = readdirSync(repository).filter((task) =>
      existsSync(join(repository, task, 'ensemble.json')),
    );
    throw new ServiceError(
      `no model "${name}": expected the file ${join(named, 'ensemble.json')}; ` +
        `tasks with a model: ${tasks.join(', ') || 'none'}`,
    );
  }
  return directory;
}
