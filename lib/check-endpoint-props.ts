import { Token } from 'aws-cdk-lib';
import { ConfigurationError } from './configuration/configuration-error.ts';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';

/**
 * Refuses properties that CloudFormation would only refuse minutes into a deployment.
 *
 * @throws ConfigurationError that says what would be right
 */
export function checkEndpointProps(props: EnsembleEndpointProps): void {
  const { model, memorySize = 1769, provisionedConcurrency = 1, targetUtilization = 0.65, warmHours } = props;
  const { maximumProvisionedConcurrency = provisionedConcurrency, reservedConcurrency } = props;
  const idle = warmHours?.idleConcurrency ?? 1;
  requireThat(
    /^[a-z][a-z0-9-]*$/.test(model),
    `model must be the name of a folder under models/, not "${model}".`,
  );
  requireThat(
    Token.isUnresolved(memorySize) ||
      (Number.isInteger(memorySize) && memorySize >= 128 && memorySize <= 10_240),
    `memorySize must be a whole number from 128 to 10240, the sizes AWS offers, not ${memorySize}.`,
  );
  requireThat(
    Number.isInteger(provisionedConcurrency) && provisionedConcurrency >= 1,
    `provisionedConcurrency must be a whole number from 1, not ${provisionedConcurrency}.`,
  );
  requireThat(
    maximumProvisionedConcurrency >= provisionedConcurrency,
    `maximumProvisionedConcurrency (${maximumProvisionedConcurrency}) must be at least ` +
      `provisionedConcurrency (${provisionedConcurrency}).`,
  );
  requireThat(
    reservedConcurrency === undefined || reservedConcurrency >= maximumProvisionedConcurrency,
    `reservedConcurrency (${reservedConcurrency}) must be at least what may be provisioned ` +
      `(${maximumProvisionedConcurrency}).`,
  );
  requireThat(
    targetUtilization >= 0.1 && targetUtilization <= 0.9,
    `targetUtilization must be from 0.1 to 0.9, not ${targetUtilization}.`,
  );
  requireThat(
    idle >= 1 && idle <= provisionedConcurrency,
    `warmHours.idleConcurrency (${idle}) must be from 1 to provisionedConcurrency (${provisionedConcurrency}).`,
  );
}

function requireThat(condition: boolean, otherwise: string): void {
  if (!condition) throw new ConfigurationError(otherwise);
}
