import { join } from 'node:path';
import { processEnvironment } from '../../functions/process-environment.ts';
import { COMPILE_CACHE } from '../data-directory.ts';
import type { Settings } from '../options.ts';
import type { ServedTask } from '../served-tasks.ts';

export const REGION = 'us-east-1';
/** MB that come with one vCPU on Lambda, and so with one inference thread. */
const MEMORY_MEGABYTES = 1769;

/** The result cache's place as the function is told it; undefined without a cache. */
export interface CacheVariables {
  readonly endpoint: string;
  readonly table: string;
  /** Undefined: those of this machine's user. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Name of a task's function. */
export function functionName({ name }: Pick<ServedTask, 'name'>): string {
  return `subsecond-${name}`;
}

/** The alias that requests go to. */
export function functionArn(task: Pick<ServedTask, 'name'>): string {
  return `arn:aws:lambda:${REGION}:000000000000:function:${functionName(task)}:live`;
}

/**
 * Environment variables of a task's function: those this process has (so that a user can set the function's
 * own), what Lambda sets, and where models and table are.
 */
export function functionVariables(
  task: ServedTask,
  settings: Settings,
  taskRoot: string,
  cache: CacheVariables | undefined,
): Record<string, string | undefined> {
  const { TABLE_NAME: _set, ...inherited } = process.env;
  const region = process.env.AWS_REGION ?? REGION;
  return {
    ...inherited,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MEMORY_MEGABYTES),
    ...settings.environment,
    MODEL_DIRECTORY: task.directory,
    SERVICE_TASKS: JSON.stringify(
      settings.tasks.map(({ name, version, title }) => ({ name, version, title })),
    ),
    _HANDLER: settings.handler,
    LAMBDA_TASK_ROOT: taskRoot,
    AWS_LAMBDA_FUNCTION_NAME: functionName(task),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${functionName(task)}`,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    TZ: 'UTC',
    NODE_COMPILE_CACHE: join(settings.dataDirectory, COMPILE_CACHE),
    // Lambda says it on Managed Instances only.
    AWS_LAMBDA_MAX_CONCURRENCY: settings.concurrency > 1 ? String(settings.concurrency) : undefined,
    ...processEnvironment,
    ...(cache && { TABLE_NAME: cache.table, AWS_ENDPOINT_URL_DYNAMODB: cache.endpoint }),
    ...(cache?.credentials && {
      AWS_ACCESS_KEY_ID: cache.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: cache.credentials.secretAccessKey,
      AWS_SESSION_TOKEN: undefined,
    }),
  };
}
