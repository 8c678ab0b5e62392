import type { Duration } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { locateCode } from '../deployment-artefacts.ts';
import type { EnsembleEndpoint } from './ensemble-endpoint.ts';
import { EnsembleFunction } from './ensemble-function.ts';

/** In what the functions that send samples to an endpoint differ. */
interface SampleFunctionProps {
  /** @default - the package's own; in the repository dist/sample-requests, as `npm run build` leaves it */
  readonly code?: Code | undefined;
  readonly handler: string;
  readonly memorySize: number;
  readonly timeout: Duration;
  readonly environment: Readonly<Record<string, string>>;
}

/** A function that sends an endpoint's own samples, which lie in the layer with its models, and logs as it does. */
export function sampleFunction(
  scope: Construct,
  { modelsLayer, model, deadline, logs }: EnsembleEndpoint,
  { code = locateCode('sampleRequests'), environment, ...props }: SampleFunctionProps,
): EnsembleFunction {
  return new EnsembleFunction(scope, 'Function', {
    ...props,
    ...logs,
    code,
    layers: [modelsLayer],
    environment: {
      ...environment,
      MODEL_DIRECTORY: `/opt/models/${model}`,
      DEADLINE_MILLISECONDS: String(deadline.toMilliseconds()),
    },
  });
}
