/** Names in AWS. This file does not import the CDK, because a rollback works without the CDK. */
import { requireThat } from './configuration-error.ts';
import type { ServiceConfiguration } from './service-configuration.ts';

/** Whether a name belongs to a parameter of Systems Manager, and not to a secret of Secrets Manager. */
export function isParameter(name: string): boolean {
  return name.startsWith('/');
}

/**
 * The name of a deployment's stack. Without a service name, it has the models' names in order. A command that omits a model then
 * names another stack, and does not remove the model from this stack. Choose a service name if the models may change.
 *
 * @throws ConfigurationError if the names of the models make a name that is too long for CloudFormation
 */
export function stackName({ stage, service, models }: ServiceConfiguration): string {
  const name = `subsecond-${service ?? models.map(({ manifest }) => manifest.model).join('-and-')}-${stage}`;
  requireThat(name.length <= 128, "The stack's name is too long: shorten it by --set service=<name>.");
  return name;
}
