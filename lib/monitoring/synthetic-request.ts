import { Duration, Stack } from 'aws-cdk-lib';
import { type Alarm, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Code, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';
import { sampleFunction } from '../endpoint/sample-function.ts';
import { syntheticName } from '../names.ts';
import { minuteAlarm } from './alarms/minute-alarm.ts';

/** Time between two requests. */
const INTERVAL = Duration.minutes(5);

/** Properties of a {@link SyntheticRequest}. */
export interface SyntheticRequestProps {
  /** The model that gets the requests, at the address of its callers. */
  readonly endpoint: EnsembleEndpoint;
  /**
   * Whether requests are signed by the function's own AWS identity, for access by IAM. Addresses with other access than
   * IAM and open get no requests, because their owner would have to trust one more caller.
   * @default false
   */
  readonly signed?: boolean;
  /**
   * Code of the function, with the handler `synthetic-request.handler`.
   * @default - the package's own; in the repository dist/sample-requests, as `npm run build` leaves it
   */
  readonly code?: Code;
}

/**
 * Sends one of the model's samples every five minutes to the address of its callers, from a separate function
 * (`functions/synthetic-request`). It finds what no metric of the service shows: a broken name, certificate or gateway. A
 * canary of CloudWatch Synthetics would cost about ten dollars a month, this function costs cents.
 */
export class SyntheticRequest extends Construct {
  readonly function: LambdaFunction;
  /** Fires if two of three requests had no response in time, or were not sent. */
  readonly alarm: Alarm;

  constructor(scope: Construct, id: string, props: SyntheticRequestProps) {
    super(scope, id);
    const { endpoint, signed = false, code } = props;
    const { function: fn, role } = sampleFunction(this, endpoint, {
      code,
      handler: 'synthetic-request.handler',
      memorySize: 256,
      timeout: Duration.seconds(60),
      environment: {
        ADDRESS: endpoint.url,
        SIGN: signed ? 'yes' : 'no',
        SERVICE: endpoint.service,
        USER_AGENT: syntheticName(endpoint),
      },
    });
    this.function = fn;
    if (signed) role.addToPrincipalPolicy(allowRequests(endpoint));
    // The role may only call this function.
    const caller = new Role(this, 'Caller', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    });
    caller.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [fn.functionArn] }),
    );
    new CfnSchedule(this, 'Schedule', {
      scheduleExpression: `rate(${INTERVAL.toMinutes()} minutes)`,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: fn.functionArn,
        roleArn: caller.roleArn,
        // A failed request is not repeated, because the next one comes in five minutes.
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
      },
    });
    this.alarm = minuteAlarm(this, 'Failing', {
      metric: new Metric({
        namespace: 'Subsecond',
        metricName: 'SyntheticFailed',
        dimensionsMap: { service: endpoint.service },
        period: INTERVAL,
        statistic: Stats.SUM,
      }),
      // A function that does not run counts like an address that does not respond.
      ringsInSilence: true,
      minutes: { above: 2, of: 3 },
      description: `${endpoint.model}: the synthetic request has no response in time; its log says why`,
    });
  }
}

function allowRequests({ httpEndpoint, model }: EnsembleEndpoint): PolicyStatement {
  const { api, stage } = httpEndpoint;
  return new PolicyStatement({
    actions: ['execute-api:Invoke'],
    resources: httpEndpoint
      .requestRoutes(model)
      // Skips `/models/<model>`, which may be below a secret path, but not the Open Inference Protocol's `/v2/models/<model>`.
      .filter((key) => key.startsWith('POST ') && !/(?<!\/v2)\/models\//.test(key))
      // Skips addresses with a version below /predictions.
      .filter((key) => !/\/predictions\/.*\{proxy\+\}$/.test(key))
      .map((key) => key.replace(/^POST /, '').replace('{proxy+}', 'infer'))
      .map((path) => api.arnForExecuteApi('POST', path, stage?.stageName)),
  });
}
