import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { ServiceConfiguration } from './configuration/service-configuration.ts';
import type { DeploymentArtefacts } from './deployment-artefacts.ts';
import { stackName } from './stack-name.ts';
import { SubsecondStack } from './subsecond-stack.ts';

/**
 * Adds one deployment to a CDK app, with cdk-nag's AwsSolutions and Serverless packs. Synthesis also runs
 * CloudFormation's own validation (`@aws-cdk/core:validateAgainstDefaultRules` in cdk.json) and fails on any
 * finding that is not acknowledged with a reason.
 *
 * @param artefacts what is uploaded; by default what has been built in dist/
 */
export function addDeployment(
  app: App,
  configuration: ServiceConfiguration,
  artefacts?: DeploymentArtefacts,
): SubsecondStack {
  const { stage, tasks, retainData } = configuration;
  const names = tasks.map(({ manifest }) => manifest.task).join(', ');
  const stack = new SubsecondStack(app, stackName(configuration), configuration, {
    description: `Subsecond: ${names}, stage ${stage}`,
    terminationProtection: retainData,
    ...(artefacts && { artefacts }),
  });
  Tags.of(app).add('subsecond:stage', stage);
  for (const endpoint of stack.endpoints) Tags.of(endpoint).add('subsecond:task', endpoint.task);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return stack;
}
