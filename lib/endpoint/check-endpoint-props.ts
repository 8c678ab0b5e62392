import { Token } from 'aws-cdk-lib';
import { MODEL_NAME } from '../../functions/inference/model/manifest.ts';
import { requireThat } from '../configuration/configuration-error.ts';
import { checkDailyHours } from './daily-hours.ts';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';
import { addressProperties } from './http-endpoint-props.ts';
import { checkManagedInstances } from './managed-instances/managed-instances.ts';

/**
 * Refuses properties that CloudFormation would only refuse minutes into a deployment.
 *
 * @throws ConfigurationError that says what would be right
 */
export function checkEndpointProps(props: EnsembleEndpointProps): void {
  const { model } = props;
  requireThat(
    MODEL_NAME.test(model.name),
    `model must be small letters, digits and hyphens, not "${model.name}".`,
  );
  for (const name of addressProperties) {
    requireThat(
      props.httpEndpoint === undefined || props[name] === undefined,
      `${name} must be given to the HttpEndpoint that ${model.name} joins, not to the model.`,
    );
  }
  const { logPercent = 100 } = props;
  requireThat(
    Number.isInteger(logPercent) && logPercent >= 0 && logPercent <= 100,
    `logPercent must be a whole number from 0 to 100, not ${logPercent}.`,
  );
  requireThat(
    props.vpc !== undefined || (props.vpcSubnets === undefined && props.securityGroups === undefined),
    'vpcSubnets and securityGroups need the vpc that they belong to.',
  );
  requireThat(
    props.vpc === undefined || props.managedInstances === undefined,
    `vpc must be left out: ${model.name} runs in the network of its InstanceCapacity, which takes subnets and securityGroups.`,
  );
  if (props.managedInstances) checkManagedInstances(props, props.managedInstances);
  else checkEnvironments(props);
}

/** Of ordinary environments: their memory, and how many are warm; the CDK itself checks single numbers of those. */
function checkEnvironments(props: EnsembleEndpointProps): void {
  const { memorySize = 1769, provisionedConcurrency = 1, warmHours } = props;
  const { maximumProvisionedConcurrency = provisionedConcurrency, reservedConcurrency } = props;
  const idle = warmHours?.idleConcurrency ?? 1;
  requireThat(
    Token.isUnresolved(memorySize) ||
      (Number.isInteger(memorySize) && memorySize >= 128 && memorySize <= 10_240),
    `memorySize must be a whole number from 128 to 10240, the sizes AWS offers, not ${memorySize}.`,
  );
  requireThat(
    provisionedConcurrency !== 0 || (maximumProvisionedConcurrency === 0 && warmHours === undefined),
    'maximumProvisionedConcurrency and warmHours need a provisionedConcurrency from 1: what is never warm is not scaled.',
  );
  requireThat(
    reservedConcurrency === undefined || reservedConcurrency >= maximumProvisionedConcurrency,
    `reservedConcurrency (${reservedConcurrency}) must be at least what may be provisioned ` +
      `(${maximumProvisionedConcurrency}).`,
  );
  if (warmHours) checkDailyHours(warmHours, 'warmHours');
  requireThat(
    warmHours === undefined || (idle >= 1 && idle <= provisionedConcurrency),
    `warmHours.idleConcurrency (${idle}) must be from 1 to provisionedConcurrency (${provisionedConcurrency}).`,
  );
}
