import { ArnFormat, Fn, Names, Stack } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';
import { requireThat } from './configuration/configuration-error.ts';
import type { ServiceConfiguration } from './configuration/service-configuration.ts';

/** The ARN of a resource of the stack's account and region, with a colon before the name. */
export function colonArn(scope: IConstruct, service: string, resource: string, resourceName: string): string {
  return Stack.of(scope).formatArn({
    service,
    resource,
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

/** Whether a name belongs to a parameter of Systems Manager, and not to a secret of Secrets Manager. */
export function isParameter(name: string): boolean {
  return name.startsWith('/');
}

/** A name of letters, digits and hyphens that is unique in the account. */
export function uniqueName(construct: Construct): string {
  return Names.uniqueResourceName(construct, {
    maxLength: 128,
    separator: '-',
    allowedSpecialCharacters: '-',
  });
}

/** A value that is unique to the stack, changes when the stack is created again, and is known only within the account. */
export function stackUuid(scope: Construct): string {
  return Fn.select(2, Fn.split('/', Stack.of(scope).stackId));
}

/**
 * The name of a deployment's stack. Without a service name, other models or another order make another stack, so that a command
 * that omits a model does not remove it from a service. Name a service whose models may change.
 *
 * @throws ConfigurationError if the names of the models make a name that is too long for CloudFormation
 */
export function stackName({ stage, service, models }: ServiceConfiguration): string {
  const name = `subsecond-${service ?? models.map(({ manifest }) => manifest.model).join('-and-')}-${stage}`;
  requireThat(name.length <= 128, "The stack's name is too long: choose one by --set service=<name>.");
  return name;
}
