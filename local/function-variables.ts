import { join } from 'node:path';
import { processEnvironment } from '../functions/process-environment.ts';
import type { Settings } from './options.ts';

export const REGION = 'us-east-1';
export const FUNCTION_NAME = 'subsecond-inference';
export const FUNCTION_ARN = `arn:aws:lambda:${REGION}:000000000000:function:${FUNCTION_NAME}:live`;
/** MB that come with one vCPU on Lambda, and so with one inference thread. */
const MEMORY_MEGABYTES = 1769;

/** dynalite checks no signature, but the SDK does not send anything without credentials. */
export const EMBEDDED_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The result cache's place as the function is told it; undefined without a cache. */
export interface CacheVariables {
  readonly endpoint: string;
  readonly table: string;
  /** Undefined: those of this machine's user. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/**
 * Environment variables of the function: those this process has (so that a user can set the function's
 * own), what Lambda sets, and where models and table are.
 */
export function functionVariables(
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
    MODEL_DIRECTORY: settings.modelDirectory,
    _HANDLER: settings.handler,
    LAMBDA_TASK_ROOT: taskRoot,
    AWS_LAMBDA_FUNCTION_NAME: FUNCTION_NAME,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${FUNCTION_NAME}`,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    TZ: 'UTC',
    // Compiled code outlives the process, so that a cold start does not compile the bundle again.
    NODE_COMPILE_CACHE: join(settings.dataDirectory, 'compile-cache'),
    ...processEnvironment,
    ...(cache && { TABLE_NAME: cache.table, AWS_ENDPOINT_URL_DYNAMODB: cache.endpoint }),
    ...(cache?.credentials && {
      AWS_ACCESS_KEY_ID: cache.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: cache.credentials.secretAccessKey,
      AWS_SESSION_TOKEN: undefined,
    }),
  };
}
