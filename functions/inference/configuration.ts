/** Everything the function can be told from outside: environment variables, their defaults, their checks. */
import * as v from 'valibot';

/** Share of the budget that the result cache may cost by default, and its ceiling in milliseconds. */
const CACHE_SHARE = 0.12;
const MAX_CACHE_MILLISECONDS = 120;
/** MB of Lambda memory that come with one vCPU. */
const MEGABYTES_PER_CORE = 1769;
const MAX_CORES = 6;

const wholeNumber = (minimum: number, maximum: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `a whole number from ${minimum} to ${maximum}`),
    v.transform(Number),
    v.minValue(minimum, `a whole number from ${minimum} to ${maximum}`),
    v.maxValue(maximum, `a whole number from ${minimum} to ${maximum}`),
  );
const text = v.pipe(v.string(), v.nonEmpty('a text that is not empty'));

const EnvironmentSchema = v.object({
  /** Folder with `ensemble.json`, the members and the labels. */
  MODEL_DIRECTORY: v.optional(text, '/opt/models/handwriting'),
  /** DynamoDB table of the result cache; unset, nothing is remembered. */
  TABLE_NAME: v.optional(text),
  /** What the caller waits for an answer, from the moment the gateway took the request. */
  BUDGET_MILLISECONDS: v.optional(wholeNumber(1, 900_000), '1000'),
  /** Share of the budget that is kept for the way between caller and gateway, there and back. */
  NETWORK_MARGIN_MILLISECONDS: v.optional(wholeNumber(0, 900_000), '100'),
  /** What the result cache may cost a request, look-up and write together; by default 12 %, at most 120. */
  CACHE_MILLISECONDS: v.optional(wholeNumber(1, 900_000)),
  /** How long an answer is remembered. */
  RESULT_TTL_DAYS: v.optional(wholeNumber(1, 3650), '14'),
  /** First ingredient of `server_uuid`. */
  CAPTAIN_EMAIL: v.optional(text, 'captain@example.com'),
  /** Last ingredient of `server_uuid`. */
  SERVER_SALT: v.optional(text, 'subsecond'),
  /** Name in logs and metrics, by default the task; Powertools' own variable. */
  POWERTOOLS_SERVICE_NAME: v.optional(text),
  /** Threads of one inference; by default one per vCPU of the function's memory. */
  INFERENCE_THREADS: v.optional(wholeNumber(1, 64)),
  /** Set by Lambda, in MB. */
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: v.optional(wholeNumber(128, 65_536), String(MEGABYTES_PER_CORE)),
  /** Set by Lambda: `on-demand` where a caller waits for the start, `provisioned-concurrency` where none does. */
  AWS_LAMBDA_INITIALIZATION_TYPE: v.optional(v.string()),
});

/** The function's settings, checked. Durations in milliseconds unless the name says otherwise. */
export interface Configuration {
  readonly modelDirectory: string;
  readonly tableName: string | undefined;
  readonly budgetMilliseconds: number;
  readonly networkMarginMilliseconds: number;
  readonly cacheMilliseconds: number;
  readonly resultTtlDays: number;
  readonly captainEmail: string;
  readonly serverSalt: string;
  readonly inferenceThreads: number;
  /** Undefined: the task's name. */
  readonly serviceName: string | undefined;
  /** A caller waited for this execution environment to start. */
  readonly startedOnDemand: boolean;
}

/** An environment variable that cannot be used: says which, what would be right, and what it was. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Reads the settings.
 *
 * @throws {ConfigurationError} at the first variable that cannot be used
 */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const parsed = v.safeParse(EnvironmentSchema, environment, { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const name = v.getDotPath(issue) ?? '';
    throw new ConfigurationError(
      `${name} must be ${issue.message}, not ${JSON.stringify(environment[name])}`,
    );
  }
  const variables = parsed.output;
  if (variables.NETWORK_MARGIN_MILLISECONDS >= variables.BUDGET_MILLISECONDS) {
    throw new ConfigurationError(
      `NETWORK_MARGIN_MILLISECONDS must be less than BUDGET_MILLISECONDS (${variables.BUDGET_MILLISECONDS}), ` +
        `not ${variables.NETWORK_MARGIN_MILLISECONDS}`,
    );
  }
  const answering = variables.BUDGET_MILLISECONDS - variables.NETWORK_MARGIN_MILLISECONDS;
  if ((variables.CACHE_MILLISECONDS ?? 0) >= answering) {
    throw new ConfigurationError(
      `CACHE_MILLISECONDS must be less than BUDGET_MILLISECONDS without NETWORK_MARGIN_MILLISECONDS (${answering}), ` +
        `not ${variables.CACHE_MILLISECONDS}`,
    );
  }
  const cacheMilliseconds =
    variables.CACHE_MILLISECONDS ?? defaultCacheMilliseconds(variables.BUDGET_MILLISECONDS);
  const cores = Math.ceil(variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE / MEGABYTES_PER_CORE);
  return {
    modelDirectory: variables.MODEL_DIRECTORY,
    tableName: variables.TABLE_NAME,
    budgetMilliseconds: variables.BUDGET_MILLISECONDS,
    networkMarginMilliseconds: variables.NETWORK_MARGIN_MILLISECONDS,
    cacheMilliseconds,
    resultTtlDays: variables.RESULT_TTL_DAYS,
    captainEmail: variables.CAPTAIN_EMAIL,
    serverSalt: variables.SERVER_SALT,
    inferenceThreads: variables.INFERENCE_THREADS ?? Math.min(cores, MAX_CORES),
    serviceName: variables.POWERTOOLS_SERVICE_NAME,
    startedOnDemand: variables.AWS_LAMBDA_INITIALIZATION_TYPE === 'on-demand',
  };
}

function defaultCacheMilliseconds(budget: number): number {
  return Math.min(MAX_CACHE_MILLISECONDS, CACHE_SHARE * budget);
}
