/** Environment variables that have no effect, or override options: a line for each. */
import type { ServiceOptions } from './options.ts';

/** Variables of a function on Lambda; here options of the command line replace them. */
const OURS = ['MODEL_DIRECTORY', 'SECRET_PATH', 'SERVICE_MODELS', 'TABLE_NAME'];

/** @returns one line for each */
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
