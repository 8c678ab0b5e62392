import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';

/** Properties of a {@link CanaryRelease}. */
export interface CanaryReleaseProps {
  readonly endpoint: EnsembleEndpoint;
  /** Any of these takes a release back. Choose such as tell of the version, not of the moment. */
  readonly alarms: readonly IAlarm[];
  /**
   * Whether this one deployment goes out at once, whatever the alarms say: for a fix while alarms ring, which would stop any
   * release.
   * @default false
   */
  readonly hotfix?: boolean;
}

/**
 * Releases by canary: a new version first gets a tenth of the traffic for five minutes, then all of it; an alarm in between, or
 * a deployment that fails, takes the alias back to the old version. A {@link ReleaseCheck} refuses a bad version before.
 *
 * An alias that is split between two versions cannot have its provisioned concurrency changed. Change it and the code in
 * separate deployments, and release outside the minutes in which warm hours begin or end.
 */
export class CanaryRelease extends Construct {
  readonly application: LambdaApplication;
  readonly deploymentGroup: LambdaDeploymentGroup;

  constructor(scope: Construct, id: string, props: CanaryReleaseProps) {
    super(scope, id);
    const { endpoint, alarms, hotfix = false } = props;
    this.application = new LambdaApplication(this, 'Application');
    this.deploymentGroup = new LambdaDeploymentGroup(this, 'Group', {
      application: this.application,
      alias: endpoint.alias,
      alarms: [...alarms],
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });
    // CloudFormation itself moves the alias then; everything that releases stays as it is for the next one.
    if (hotfix) delete (endpoint.alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy;
    acknowledge(this.deploymentGroup, {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason:
        "AWSCodeDeployRoleForLambdaLimited is the least of AWS's own policies for CodeDeploy, and kept current by AWS.",
    });
  }
}
