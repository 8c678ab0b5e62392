import { Duration } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Grant, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Alias, CfnAlias, Code, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { EnsembleEndpoint } from './endpoint/ensemble-endpoint.ts';
import { sampleFunction } from './endpoint/sample-function.ts';

/** Properties of a {@link CanaryRelease}. */
export interface CanaryReleaseProps {
  readonly endpoint: EnsembleEndpoint;
  /** Any of these takes a release back. Choose such as tell of the version, not of the moment. */
  readonly alarms: readonly IAlarm[];
  /**
   * Code of the function that sends samples to a new version, with the handler `release-check.handler`.
   * @default - the package's own; in the repository dist/sample-requests, as `npm run build` leaves it
   */
  readonly checkCode?: Code;
  /**
   * Whether this one deployment goes out at once, without samples, whatever the alarms say: for a fix while alarms ring,
   * which would stop any release.
   * @default false
   */
  readonly hotfix?: boolean;
}

/**
 * Releases by canary: a new version first gets its own samples, then a tenth of the traffic for five minutes, then all of
 * it; an alarm in between, or a deployment that fails, takes the alias back to the old version.
 *
 * An alias that is split between two versions cannot have its provisioned concurrency changed: Application Auto
 * Scaling retries what falls into these five minutes. Change `provisionedConcurrency` and the code in separate
 * deployments, and release outside the minutes in which warm hours begin or end.
 */
export class CanaryRelease extends Construct {
  readonly application: LambdaApplication;
  readonly deploymentGroup: LambdaDeploymentGroup;
  /** The function (`functions/release-check`) that sends a new version its model's samples before it gets traffic. */
  readonly check: LambdaFunction;

  constructor(scope: Construct, id: string, props: CanaryReleaseProps) {
    super(scope, id);
    const { endpoint, alarms, checkCode, hotfix = false } = props;
    this.application = new LambdaApplication(this, 'Application');
    this.check = releaseCheck(new Construct(this, 'Check'), endpoint, checkCode);
    this.deploymentGroup = new LambdaDeploymentGroup(this, 'Group', {
      application: this.application,
      alias: endpoint.alias,
      alarms: [...alarms],
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });
    this.deploymentGroup.grantPutLifecycleEventHookExecutionStatus(this.check);
    if (hotfix) bypass(endpoint.alias);
    else this.sendBefore(endpoint.alias);
    acknowledge(this.deploymentGroup, {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason:
        "AWSCodeDeployRoleForLambdaLimited is the least of AWS's own policies for CodeDeploy, and kept current by AWS.",
    });
  }

  /** Has CodeDeploy call the check, and nothing else: `preHook` would let it call all of the function's versions. */
  private sendBefore(alias: Alias): void {
    const { functionArn, functionName } = this.check;
    Grant.addToPrincipal({
      grantee: this.deploymentGroup.role,
      actions: ['lambda:InvokeFunction'],
      resourceArns: [functionArn],
    }).applyBefore(alias);
    const { cfnOptions } = alias.node.defaultChild as CfnAlias;
    const update = cfnOptions.updatePolicy?.codeDeployLambdaAliasUpdate;
    if (!update) throw new Error('CodeDeploy does not move this alias.');
    cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { ...update, beforeAllowTrafficHook: functionName },
    };
  }
}

/** CloudFormation itself moves the alias then; everything that releases stays as it is for the next one. */
function bypass(alias: Alias): void {
  const { cfnOptions } = alias.node.defaultChild as CfnAlias;
  delete cfnOptions.updatePolicy;
}

/** Each version is sent its own samples: they lie in the layer with its models. */
function releaseCheck(scope: Construct, endpoint: EnsembleEndpoint, code: Code | undefined): LambdaFunction {
  const { functionName, functionArn, currentVersion } = endpoint.function;
  const { function: fn, role } = sampleFunction(scope, endpoint, {
    code,
    handler: 'release-check.handler',
    memorySize: 512,
    timeout: Duration.minutes(5),
    environment: { FUNCTION_NAME: functionName, NEW_VERSION: currentVersion.version },
  });
  role.addToPolicy(
    new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: [`${functionArn}:${currentVersion.version}`],
    }),
  );
  return fn;
}
