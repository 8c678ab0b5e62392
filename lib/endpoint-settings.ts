import { Duration, TimeZone } from 'aws-cdk-lib';
import { SIGNATURE_VARIABLES } from '../functions/inference/contracts/signatures.ts';
import type { ServiceConfiguration, TaskConfiguration } from './configuration/service-configuration.ts';
import { signingContract } from './configuration/signature.ts';
import type { ServiceSettings } from './configuration/stage-configuration.ts';
import { lambdaArchitecture } from './deployment-artefacts.ts';
import { EndpointAccess } from './endpoint/endpoint-access.ts';
import type { EnsembleEndpointProps } from './endpoint/ensemble-endpoint-props.ts';
import type { HttpEndpointProps } from './endpoint/http-endpoint-props.ts';
import type { WarmHours } from './endpoint/warm-hours.ts';

/** The properties of a service's address, as a configuration has them. */
export function addressProps(configuration: ServiceSettings): HttpEndpointProps {
  return {
    access: readAccess(configuration),
    throttle: { rateLimit: configuration.throttleRate, burstLimit: configuration.throttleBurst },
    explain: configuration.explain === 'on',
    // RetentionDays numbers its members by their days.
    logRetention: configuration.logRetentionDays,
  };
}

/** The properties of one task's endpoint, as a configuration has them. */
export function taskProps(service: ServiceConfiguration, task: TaskConfiguration): EnsembleEndpointProps {
  const { manifest, reservedConcurrency } = task;
  const warmHours = readWarmHours(task);
  return {
    task: manifest.task,
    manifest,
    architecture: lambdaArchitecture(service.architecture),
    memorySize: task.memoryMegabytes,
    budget: Duration.millis(task.budgetMilliseconds),
    environment: readEnvironment(service, task),
    provisionedConcurrency: task.provisionedConcurrency,
    maximumProvisionedConcurrency: task.maximumProvisionedConcurrency,
    targetUtilization: task.targetUtilization,
    ...(warmHours && { warmHours }),
    ...(reservedConcurrency !== undefined && { reservedConcurrency }),
    logRetention: service.logRetentionDays,
  };
}

function readEnvironment(
  { captainEmail, serverSalt }: ServiceSettings,
  { resultTtlDays, manifest }: TaskConfiguration,
): Record<string, string> {
  const environment = { RESULT_TTL_DAYS: String(resultTtlDays) };
  if (signingContract(manifest) === undefined) return environment;
  return {
    ...environment,
    ...(captainEmail !== undefined && { [SIGNATURE_VARIABLES.captain]: captainEmail }),
    ...(serverSalt !== undefined && { [SIGNATURE_VARIABLES.salt]: serverSalt }),
  };
}

function readWarmHours(task: TaskConfiguration): WarmHours | undefined {
  const { warmFrom: from, warmUntil: until, timeZone, idleProvisionedConcurrency } = task;
  if (from === undefined || until === undefined || timeZone === undefined) return undefined;
  return { from, until, timeZone: TimeZone.of(timeZone), idleConcurrency: idleProvisionedConcurrency };
}

function readAccess({
  access,
  secretPath,
  jwtIssuer = '',
  jwtAudience = '',
}: ServiceSettings): EndpointAccess {
  if (access === 'iam') return EndpointAccess.iam();
  if (access === 'jwt') return EndpointAccess.jwt(jwtIssuer, jwtAudience);
  return EndpointAccess.open(secretPath);
}
