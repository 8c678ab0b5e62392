import { ListDeploymentsCommand, StopDeploymentCommand } from '@aws-sdk/client-codedeploy';
import type { AwsClients } from './account/aws-clients.ts';

/**
 * The deployments of a model that CodeDeploy has not ended.
 *
 * @param group what the stack's output names: `<application>/<deployment group>`
 */
export async function releasesUnderWay(
  { codeDeploy }: AwsClients,
  group: string,
): Promise<readonly string[]> {
  const [applicationName, deploymentGroupName] = group.split('/');
  const { deployments = [] } = await codeDeploy.send(
    new ListDeploymentsCommand({
      applicationName,
      deploymentGroupName,
      includeOnlyStatuses: ['Created', 'Queued', 'InProgress', 'Baking', 'Ready'],
    }),
  );
  return deployments;
}

/** Stops a deployment: CodeDeploy points the alias at the old version again, and CloudFormation takes back the stack. */
export async function stopRelease({ codeDeploy }: AwsClients, deploymentId: string): Promise<void> {
  await codeDeploy.send(new StopDeploymentCommand({ deploymentId, autoRollbackEnabled: true }));
}
