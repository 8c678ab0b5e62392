import { Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** Properties of a {@link CanaryRelease}. */
export interface CanaryReleaseProps {
  readonly alias: Alias;
  /** Any of these takes a release back. */
  readonly alarms: readonly IAlarm[];
}

/**
 * Releases by canary: a tenth of the traffic goes to a new version for five minutes, then all of it; an alarm
 * in between, or a deployment that fails, takes the alias back to the old version.
 *
 * An alias that is split between two versions cannot have its provisioned concurrency changed: Application Auto
 * Scaling retries what falls into these five minutes. Change `provisionedConcurrency` and the code in separate
 * deployments, and release outside the minutes in which warm hours begin or end.
 */
export class CanaryRelease extends Construct {
  readonly application: LambdaApplication;
  readonly deploymentGroup: LambdaDeploymentGroup;

  constructor(scope: Construct, id: string, { alias, alarms }: CanaryReleaseProps) {
    super(scope, id);
    this.application = new LambdaApplication(this, 'Application');
    this.deploymentGroup = new LambdaDeploymentGroup(this, 'Group', {
      application: this.application,
      alias,
      alarms: [...alarms],
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });
    Validations.of(this.deploymentGroup).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason:
        "AWSCodeDeployRoleForLambdaLimited is the least of AWS's own policies for CodeDeploy, and kept current by AWS.",
    });
  }
}
