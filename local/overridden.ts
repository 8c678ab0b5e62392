/** What the environment says and the command line says differently: one of them counts, and a line says which. */
import type { ServiceOptions } from './options.ts';

/** Of the function, but set for it by the service. */
const OURS = ['MODEL_DIRECTORY', 'SERVICE_TASKS'] as const;

/** @returns one line for each */
export function describeOverridden(
  { cache }: ServiceOptions,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint, BUDGET_MILLISECONDS: budget } = environment;
  return [
    ...OURS.filter((name) => environment[name]).map(
      (name) => `the command line overrides ${name}: the tasks are those that it names`,
    ),
    ...(endpoint && cache === false ? [`--no-cache overrides AWS_ENDPOINT_URL_DYNAMODB=${endpoint}`] : []),
    ...(budget
      ? [`BUDGET_MILLISECONDS=${budget} overrides budgetMilliseconds in every task's ensemble.json`]
      : []),
  ];
}
