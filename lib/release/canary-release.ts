import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';

export interface CanaryReleaseProps {
  readonly endpoint: EnsembleEndpoint;
  /** Each of these alarms rolls a release back if it fires. Choose alarms about faults of a version, not about silence or load. */
  readonly alarms: readonly IAlarm[];
  /**
   * Whether this deployment is released at once, although an alarm is active. Use it for fixes, because an active alarm
   * blocks every other release.
   * @default false
   */
  readonly hotfix?: boolean;
}

/**
 * Canary releases: a new version first gets a tenth of the traffic for five minutes, then all of it. If an alarm
 * fires meanwhile, or the deployment fails, the alias points at the old version again. Add a
 * {@link ReleaseCheck}, which refuses a bad version before it gets any traffic.
 *
 * The provisioned concurrency of an alias that is split between two versions cannot be changed. Change it and the code in
 * separate deployments, and do not release when warm hours begin or end.
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
    // For a hotfix, CloudFormation itself moves the alias. The deployment group stays for the next release.
    if (hotfix) delete (endpoint.alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy;
    acknowledge(this.deploymentGroup, {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason:
        "AWSCodeDeployRoleForLambdaLimited is AWS's narrowest policy for CodeDeploy, and AWS keeps it current.",
    });
  }
}
