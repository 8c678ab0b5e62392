import { Token } from 'aws-cdk-lib';
import { TASK_NAME } from '../../functions/inference/members/manifest.ts';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';

/**
 * Refuses properties that CloudFormation would only refuse minutes into a deployment.
 *
 * @throws ConfigurationError that says what would be right
 */
export function checkEndpointProps(props: EnsembleEndpointProps): void {
  const {
    task,
    manifest,
    memorySize = 1769,
    provisionedConcurrency = 1,
    targetUtilization = 0.65,
    warmHours,
  } = props;
  const { maximumProvisionedConcurrency = provisionedConcurrency, reservedConcurrency } = props;
  const idle = warmHours?.idleConcurrency ?? 1;
  requireThat(TASK_NAME.test(task), `task must be small letters, digits and hyphens, not "${task}".`);
  requireThat(
    manifest === undefined || manifest.task === task,
    `manifest must be that of the task ${task}, not of ${manifest?.task}.`,
  );
  requireThat(
    manifest !== undefined || props.modelsLayer === undefined,
    "manifest must be given along with modelsLayer: what it says has to be the models' own ensemble.json.",
  );
  for (const name of ['access', 'throttle', 'corsPreflight', 'explain'] as const) {
    requireThat(
      props.httpEndpoint === undefined || props[name] === undefined,
      `${name} must be given to the HttpEndpoint that ${task} joins, not to the task.`,
    );
  }
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
