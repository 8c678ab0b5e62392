/** Names in AWS, computed without the CDK, because a rollback works without it. */
import { requireThat } from './configuration-error.ts';
import type { ServiceConfiguration } from './service-configuration.ts';

/** Whether a name belongs to a parameter of Systems Manager, and not to a secret of Secrets Manager. */
export function isParameter(name: string): boolean {
  return name.startsWith('/');
}

/**
 * The name of a deployment's stack. Without a service name, it consists of the models' names in order, so that a command that
 * omits a model does not remove it from a service. Choose a service name if the models may change.
 *
 * @throws ConfigurationError if the names of the models make a name that is too long for CloudFormation
 */
export function stackName({ stage, service, models }: ServiceConfiguration): string {
  const name = `subsecond-${service ?? models.map(({ manifest }) => manifest.model).join('-and-')}-${stage}`;
  requireThat(name.length <= 128, "The stack's name is too long: choose one by --set service=<name>.");
  return name;
}
