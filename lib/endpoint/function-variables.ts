import { type Duration, Lazy } from 'aws-cdk-lib';
import type { ManagedEnvironment } from '../configuration/managed-instances/environment.ts';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';
import type { HttpEndpoint } from './http-endpoint.ts';
import type { SecretSource } from './secret-source.ts';

/** What is known of an endpoint when its function is made. */
interface EndpointFacts {
  readonly service: string;
  readonly task: string;
  readonly budget: Duration;
  readonly httpEndpoint: HttpEndpoint;
}

/** What the function of an endpoint is told. Of the service's other tasks at synthesis, when all have joined. */
export function functionVariables(
  { service, task, budget, httpEndpoint }: EndpointFacts,
  { environment, secretEnvironment, table }: EnsembleEndpointProps,
  managed: ManagedEnvironment | undefined,
): Record<string, string> {
  const { secretPath, explain } = httpEndpoint;
  return {
    ...environment,
    POWERTOOLS_SERVICE_NAME: service,
    MODEL_DIRECTORY: `/opt/models/${task}`,
    BUDGET_MILLISECONDS: String(budget.toMilliseconds()),
    EXPLAIN: explain ? 'on' : 'off',
    SERVICE_TASKS: Lazy.string({ produce: () => JSON.stringify(httpEndpoint.tasks) }),
    ...(secretPath !== undefined && { SECRET_PATH: secretPath }),
    ...(secretEnvironment && { SECRET_VARIABLES: namesOf(secretEnvironment) }),
    ...(table && { TABLE_NAME: table.tableName }),
    ...(managed && {
      // Otherwise Node's runtime starts eight threads for each vCPU. Each would load all members, and questions that could
      // be one batch would be spread over them. One thread takes all of an environment's questions.
      AWS_LAMBDA_NODEJS_WORKER_COUNT: '1',
      // Of the vCPUs, which here do not follow from the memory alone.
      INFERENCE_THREADS: String(managed.vcpus),
    }),
  };
}

/** Where the function finds the texts of its secret variables, as JSON. */
function namesOf(secrets: Readonly<Record<string, SecretSource>>): string {
  const ids = Object.entries(secrets).map(([variable, { id }]) => [variable, id]);
  return JSON.stringify(Object.fromEntries(ids));
}
