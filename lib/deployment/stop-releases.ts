import type { AwsCalls } from './account/aws-calls.ts';

const API = 'CodeDeploy_20141006';

/** CodeDeploy's statuses of a deployment that has not ended. */
const UNDER_WAY = ['Created', 'Queued', 'InProgress', 'Baking', 'Ready'];

/**
 * The deployments of a model that CodeDeploy has not ended.
 *
 * @param group what the stack's output names: `<application>/<deployment group>`
 */
export async function releasesUnderWay(aws: AwsCalls, group: string): Promise<readonly string[]> {
  const [applicationName, deploymentGroupName] = group.split('/');
  const { deployments = [] } = (await aws.json('codedeploy', `${API}.ListDeployments`, {
    applicationName,
    deploymentGroupName,
    includeOnlyStatuses: UNDER_WAY,
  })) as { deployments?: readonly string[] };
  return deployments;
}

/** Stops a deployment: CodeDeploy points the alias at the old version again, and CloudFormation takes back the stack. */
export async function stopRelease(aws: AwsCalls, deploymentId: string): Promise<void> {
  await aws.json('codedeploy', `${API}.StopDeployment`, { deploymentId, autoRollbackEnabled: true });
}
