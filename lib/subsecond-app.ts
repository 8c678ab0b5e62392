import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { StageConfiguration } from './configuration/stage-configuration.ts';
import type { DeploymentArtefacts } from './deployment-artefacts.ts';
import { SubsecondStack } from './subsecond-stack.ts';

/** The name of a deployment's stack. */
export function stackName({ task, stage }: Pick<StageConfiguration, 'task' | 'stage'>): string {
  return `subsecond-${task}-${stage}`;
}

/**
 * Adds one deployment to a CDK app, with cdk-nag's AwsSolutions and Serverless packs. Synthesis also runs
 * CloudFormation's own validation (`@aws-cdk/core:validateAgainstDefaultRules` in cdk.json) and fails on any
 * finding that is not acknowledged with a reason.
 *
 * @param artefacts what is uploaded; by default what has been built in dist/
 */
export function addDeployment(
  app: App,
  configuration: StageConfiguration,
  artefacts?: DeploymentArtefacts,
): SubsecondStack {
  const { stage, task } = configuration;
  const stack = new SubsecondStack(app, stackName(configuration), configuration, {
    description: `Subsecond: the task ${task}, stage ${stage}`,
    terminationProtection: configuration.retainData,
    ...(artefacts && { artefacts }),
  });
  Tags.of(app).add('subsecond:stage', stage);
  Tags.of(app).add('subsecond:task', task);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return stack;
}
