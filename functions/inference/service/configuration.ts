/** Most settings of the function: environment variables, their defaults, their checks. */
import * as v from 'valibot';

/** The default of `CACHE_MILLISECONDS`: this share of the deadline, but at most this many milliseconds. */
const CACHE_SHARE = 0.12;
const MAX_CACHE_MILLISECONDS = 120;
/** MB of Lambda memory for each vCPU. */
const MEGABYTES_PER_CORE = 1769;
const MAX_CORES = 6;

const wholeNumber = (minimum: number, maximum: number) =>
  v.pipe(
    v.string(),
    v.check(
      (digits) => /^\d+$/.test(digits) && Number(digits) >= minimum && Number(digits) <= maximum,
      `a whole number from ${minimum} to ${maximum}`,
    ),
    v.transform(Number),
  );
const text = v.pipe(v.string(), v.nonEmpty('a text that is not empty'));

const EnvironmentSchema = v.object({
  /** DynamoDB table of the response cache on Lambda; without it, the function caches nothing. */
  TABLE_NAME: v.optional(text),
  /** The caller's deadline, from the moment at which the gateway received the request; by default the model's own. */
  DEADLINE_MILLISECONDS: v.optional(wholeNumber(1, 900_000)),
  /** Part of the deadline that is reserved for the network between caller and gateway, both ways, in milliseconds. */
  NETWORK_MARGIN_MILLISECONDS: v.optional(wholeNumber(0, 900_000), '100'),
  /** Time that a request may take for its look-up and write together; by default 12 % of the deadline, but at most 120 ms. */
  CACHE_MILLISECONDS: v.optional(wholeNumber(1, 900_000)),
  RESULT_TTL_DAYS: v.optional(wholeNumber(1, 3650), '14'),
  /** Secret first segment of every path, to keep strangers away. Without it, paths have no such segment. */
  SECRET_PATH: v.optional(text),
  /** `off` removes the page and `/explain`, which shows how members vote. */
  EXPLAIN: v.optional(v.picklist(['on', 'off'], 'on or off'), 'on'),
  /** All models of the service, this one included, as JSON. */
  SERVICE_MODELS: v.optional(
    v.pipe(
      v.string(),
      v.parseJson(undefined, 'JSON'),
      v.array(v.object({ name: text, version: v.optional(text), title: text }), 'a list of {name, title}'),
    ),
  ),
  /** Name in logs and metrics; by default the name of the model. Powertools defines this variable. */
  POWERTOOLS_SERVICE_NAME: v.optional(text),
  /** Threads of one inference; by default one for each vCPU that Lambda gives for the function's memory, but at most 6. */
  INFERENCE_THREADS: v.optional(wholeNumber(1, 64)),
  /** Requests that the execution environment takes at once; set by Lambda on Managed Instances. */
  AWS_LAMBDA_MAX_CONCURRENCY: v.optional(wholeNumber(1, 1600), '1'),
  /** Memory of the function in MB, set by Lambda. */
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: v.optional(wholeNumber(128, 65_536), String(MEGABYTES_PER_CORE)),
  /** Set by Lambda: `on-demand` if a caller waits for the start; otherwise another text, such as `provisioned-concurrency`. */
  AWS_LAMBDA_INITIALIZATION_TYPE: v.optional(v.string()),
});

export type Configuration = ReturnType<typeof readConfiguration>;

/** An environment variable that cannot be used. The message names the variable, and says what would be right. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The model's folder: `ensemble.json` and the files it names. @throws {ConfigurationError} if the variable is empty or unset */
export function modelDirectory({ MODEL_DIRECTORY }: NodeJS.ProcessEnv): string {
  if (MODEL_DIRECTORY) return MODEL_DIRECTORY;
  throw new ConfigurationError(
    "MODEL_DIRECTORY must be a model's folder, with an ensemble.json; it is not set",
  );
}

/**
 * @param modelDeadline the model's own deadline in milliseconds
 * @throws {ConfigurationError} at the first variable that cannot be used
 */
export function readConfiguration(environment: NodeJS.ProcessEnv, modelDeadline: number) {
  const parsed = v.safeParse(EnvironmentSchema, environment, { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const name = v.getDotPath(issue) ?? '';
    throw new ConfigurationError(
      `${name} must be ${issue.message}, not ${JSON.stringify(environment[name])}`,
    );
  }
  const variables = parsed.output;
  const deadlineMilliseconds = variables.DEADLINE_MILLISECONDS ?? modelDeadline;
  if (variables.NETWORK_MARGIN_MILLISECONDS >= deadlineMilliseconds) {
    throw new ConfigurationError(
      `NETWORK_MARGIN_MILLISECONDS must be less than DEADLINE_MILLISECONDS (${deadlineMilliseconds}), ` +
        `not ${variables.NETWORK_MARGIN_MILLISECONDS}`,
    );
  }
  const available = deadlineMilliseconds - variables.NETWORK_MARGIN_MILLISECONDS;
  if ((variables.CACHE_MILLISECONDS ?? 0) >= available) {
    throw new ConfigurationError(
      `CACHE_MILLISECONDS must be less than DEADLINE_MILLISECONDS minus NETWORK_MARGIN_MILLISECONDS (${available}), ` +
        `not ${variables.CACHE_MILLISECONDS}`,
    );
  }
  const cacheMilliseconds =
    variables.CACHE_MILLISECONDS ?? Math.min(MAX_CACHE_MILLISECONDS, CACHE_SHARE * deadlineMilliseconds);
  const cores = Math.ceil(variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE / MEGABYTES_PER_CORE);
  return {
    tableName: variables.TABLE_NAME,
    deadlineMilliseconds,
    networkMarginMilliseconds: variables.NETWORK_MARGIN_MILLISECONDS,
    cacheMilliseconds,
    resultTtlDays: variables.RESULT_TTL_DAYS,
    secretPath: variables.SECRET_PATH,
    explains: variables.EXPLAIN === 'on',
    models: variables.SERVICE_MODELS,
    inferenceThreads: variables.INFERENCE_THREADS ?? Math.min(cores, MAX_CORES),
    concurrency: variables.AWS_LAMBDA_MAX_CONCURRENCY,
    serviceName: variables.POWERTOOLS_SERVICE_NAME,
    /** Whether a caller waited for this execution environment to start. */
    startedOnDemand: variables.AWS_LAMBDA_INITIALIZATION_TYPE === 'on-demand',
  };
}
