import { CfnOutput, Duration, Stack, type StackProps, TimeZone } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { CanaryRelease } from './canary-release.ts';
import type { StageConfiguration } from './configuration/stage-configuration.ts';
import { type DeploymentArtefacts, lambdaArchitecture } from './deployment-artefacts.ts';
import { EndpointAccess } from './endpoint-access.ts';
import { EndpointMonitoring } from './endpoint-monitoring.ts';
import { EnsembleEndpoint } from './ensemble-endpoint.ts';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';
import { ResultCache } from './result-cache.ts';
import type { WarmHours } from './warm-hours.ts';

/** Properties of a {@link SubsecondStack}. */
export interface SubsecondStackProps extends StackProps {
  /**
   * What is uploaded.
   * @default - what `npm run build` and `npm run layers` have left in dist/
   */
  readonly artefacts?: DeploymentArtefacts;
}

/** One deployment of one task: endpoint, result cache, monitoring and, where configured, canary releases. */
export class SubsecondStack extends Stack {
  readonly endpoint: EnsembleEndpoint;
  readonly resultCache: ResultCache;
  readonly monitoring: EndpointMonitoring;
  /** Undefined where releases go out at once. */
  readonly canary: CanaryRelease | undefined;

  constructor(
    scope: Construct,
    id: string,
    configuration: StageConfiguration,
    { artefacts, ...props }: SubsecondStackProps = {},
  ) {
    super(scope, id, props);
    const { retainData, alarmEmail } = configuration;
    this.resultCache = new ResultCache(this, 'ResultCache', { retainData });
    this.endpoint = new EnsembleEndpoint(this, 'Endpoint', {
      ...endpointProps(configuration),
      ...artefacts,
      table: this.resultCache.table,
    });
    this.monitoring = new EndpointMonitoring(this, 'Monitoring', {
      endpoint: this.endpoint,
      table: this.resultCache.table,
      ...(alarmEmail !== undefined && { email: alarmEmail }),
    });
    this.canary = configuration.canary
      ? new CanaryRelease(this, 'Release', {
          alias: this.endpoint.alias,
          alarms: this.monitoring.alarms.againstRelease,
        })
      : undefined;
    new CfnOutput(this, 'Url', { value: this.endpoint.url, description: 'Address of the endpoint' });
  }
}

/** An endpoint's properties, as a configuration has them. */
function endpointProps(configuration: StageConfiguration): EnsembleEndpointProps {
  const { reservedConcurrency } = configuration;
  const warmHours = readWarmHours(configuration);
  return {
    model: configuration.task,
    architecture: lambdaArchitecture(configuration.architecture),
    memorySize: configuration.memoryMegabytes,
    budget: Duration.millis(configuration.budgetMilliseconds),
    environment: readEnvironment(configuration),
    provisionedConcurrency: configuration.provisionedConcurrency,
    maximumProvisionedConcurrency: configuration.maximumProvisionedConcurrency,
    targetUtilization: configuration.targetUtilization,
    ...(warmHours && { warmHours }),
    ...(reservedConcurrency !== undefined && { reservedConcurrency }),
    access: readAccess(configuration),
    throttle: { rateLimit: configuration.throttleRate, burstLimit: configuration.throttleBurst },
    // RetentionDays numbers its members by their days.
    logRetention: configuration.logRetentionDays,
  };
}

function readEnvironment({
  resultTtlDays,
  captainEmail,
  serverSalt,
}: StageConfiguration): Record<string, string> {
  return {
    RESULT_TTL_DAYS: String(resultTtlDays),
    ...(captainEmail !== undefined && { CAPTAIN_EMAIL: captainEmail }),
    ...(serverSalt !== undefined && { SERVER_SALT: serverSalt }),
  };
}

function readWarmHours(configuration: StageConfiguration): WarmHours | undefined {
  const { warmFrom: from, warmUntil: until, timeZone, idleProvisionedConcurrency } = configuration;
  if (from === undefined || until === undefined || timeZone === undefined) return undefined;
  return { from, until, timeZone: TimeZone.of(timeZone), idleConcurrency: idleProvisionedConcurrency };
}

function readAccess({
  access,
  secretPath,
  jwtIssuer = '',
  jwtAudience = '',
}: StageConfiguration): EndpointAccess {
  if (access === 'iam') return EndpointAccess.iam();
  if (access === 'jwt') return EndpointAccess.jwt(jwtIssuer, jwtAudience);
  return EndpointAccess.open(secretPath);
}
