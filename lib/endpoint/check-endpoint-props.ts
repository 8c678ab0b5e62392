import { Token } from 'aws-cdk-lib';
import { Architecture } from 'aws-cdk-lib/aws-lambda';
import { MODEL_NAME } from '../../functions/inference/model/manifest.ts';
import { defined } from '../../project/defined.ts';
import { requireThat } from '../configuration/configuration-error.ts';
import { modelContradiction } from '../configuration/contradictions.ts';
import { SMALLEST_MEGABYTES } from '../configuration/managed-instances/environment.ts';
import { MEGABYTES_PER_VCPU } from '../configuration/model-settings.ts';
import { addressProperties } from './address/http-endpoint-props.ts';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';
import { RuntimeLayer } from './runtime-layer.ts';
import { checkWarmHours } from './warm-hours.ts';

/**
 * Checks properties by the rules of a deployment's settings, because CloudFormation would refuse a mistake only after minutes,
 * or not at all. The checks of the CDK itself are not repeated.
 *
 * @throws ConfigurationError that says what would be right
 */
export function checkEndpointProps(props: EnsembleEndpointProps): void {
  const { model, managedInstances } = props;
  requireThat(
    MODEL_NAME.test(model.name),
    `The name of a model must be lower-case letters and digits, with hyphens only between them, at most 64 characters, not "${model.name}".`,
  );
  for (const name of addressProperties) {
    requireThat(
      props.httpEndpoint === undefined || props[name] === undefined,
      `${name} must be given to the HttpEndpoint that ${model.name} joins, not to the model.`,
    );
  }
  requireThat(
    props.vpc === undefined || managedInstances === undefined,
    `vpc must be left out: ${model.name} runs in the network of its InstanceCapacity, which takes subnets and securityGroups.`,
  );
  const { name } = architectureOf(props);
  const required = requiredArchitectures(props).find((architecture) => architecture.name !== name);
  requireThat(
    !required,
    `${model.name} is for ${name}, but its instances or runtimeLayer are for ${required?.name}: give all the same architecture.`,
  );
  if (props.warmHours) checkWarmHours(props.warmHours);
  const contradiction = modelContradiction(settingsOf(props));
  requireThat(contradiction === undefined, String(contradiction));
}

/** The instruction set of the function. By default, that of the given instances or native libraries, or else x86_64. */
export function architectureOf(props: EnsembleEndpointProps): Architecture {
  return props.architecture ?? requiredArchitectures(props)[0] ?? Architecture.X86_64;
}

function requiredArchitectures({ managedInstances, runtimeLayer }: EnsembleEndpointProps): Architecture[] {
  const layers = runtimeLayer instanceof RuntimeLayer ? [runtimeLayer.architecture] : [];
  return managedInstances ? [managedInstances.capacity.architecture, ...layers] : layers;
}

/** The settings of a deployment that correspond to these properties. */
function settingsOf({ managedInstances, warmHours, ...props }: EnsembleEndpointProps) {
  const memory = props.memorySize ?? (managedInstances ? SMALLEST_MEGABYTES : MEGABYTES_PER_VCPU);
  const { provisionedConcurrency = managedInstances ? 0 : 1 } = props;
  const { maximumProvisionedConcurrency = provisionedConcurrency, reservedConcurrency } = props;
  return {
    ...managedInstances,
    managedInstances: managedInstances !== undefined,
    memoryMegabytes: Token.isUnresolved(memory) ? SMALLEST_MEGABYTES : memory,
    provisionedConcurrency,
    maximumProvisionedConcurrency,
    idleProvisionedConcurrency: warmHours?.idleConcurrency ?? 1,
    ...defined({ reservedConcurrency, warmFrom: warmHours?.from, warmUntil: warmHours?.until }),
    manifest: props.model.manifest,
  };
}
