/** What the environment says and the command line says differently: one of them counts, and a line says which. */
import type { ServiceOptions } from './options.ts';

/** Of a function on Lambda; here the command line says it. */
const OURS = ['MODEL_DIRECTORY', 'SERVICE_MODELS', 'TABLE_NAME'];

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
