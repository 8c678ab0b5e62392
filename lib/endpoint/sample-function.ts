import type { Code, ILayerVersion } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { locateCode } from '../deployment-artefacts.ts';
import type { EnsembleEndpoint } from './ensemble-endpoint.ts';
import { EnsembleFunction, type EnsembleFunctionProps } from './ensemble-function.ts';

/**
 * A function that sends samples to an endpoint. The layer with the endpoint's model contains them. The logs have the
 * same properties as the endpoint's.
 */
export function sampleFunction(
  scope: Construct,
  { modelsLayer, model, deadline, logs }: EnsembleEndpoint,
  { code, environment, ...props }: Omit<EnsembleFunctionProps, 'code'> & { readonly code: Code | undefined },
): EnsembleFunction {
  return new EnsembleFunction(scope, 'Function', {
    ...props,
    ...logs,
    code: code ?? locateCode('sampleRequests'),
    layers: [modelsLayer as ILayerVersion],
    environment: {
      ...environment,
      MODEL_DIRECTORY: `/opt/models/${model}`,
      DEADLINE_MILLISECONDS: String(deadline.toMilliseconds()),
    },
  });
}
