import { ArnFormat, Fn, Names, Stack } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';
import { requireThat } from './configuration/configuration-error.ts';
import type { ServiceConfiguration } from './configuration/service-configuration.ts';

/** The ARN of a resource of the stack's account and region, where the name stands behind a colon and not behind a slash. */
export function colonArn(scope: IConstruct, service: string, resource: string, resourceName: string): string {
  return Stack.of(scope).formatArn({
    service,
    resource,
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

/** Whether a name is that of a parameter of Systems Manager, and not of a secret of Secrets Manager. */
export function isParameter(name: string): boolean {
  return name.startsWith('/');
}

/** A name that no other construct of the account has, of letters, digits and hyphens. */
export function uniqueName(construct: Construct): string {
  return Names.uniqueResourceName(construct, {
    maxLength: 128,
    separator: '-',
    allowedSpecialCharacters: '-',
  });
}

/** What no other stack has and nobody outside of the account knows, another one once the stack is deleted and made anew. */
export function stackUuid(scope: Construct): string {
  return Fn.select(2, Fn.split('/', Stack.of(scope).stackId));
}

/** The user agent of the synthetic requests of a stack, and the beginning of their ids: nobody else can keep out of its alarms by them. */
export function syntheticName(scope: Construct): string {
  return `subsecond-synthetic-${stackUuid(scope)}`;
}

/**
 * The name of a deployment's stack. Other models, or the same in another order, make another stack, so that nobody
 * takes a model away from a service by leaving it out of a command; a service that is to grow has a name of its own.
 *
 * @throws ConfigurationError where the names of the models make a longer one than CloudFormation takes
 */
export function stackName({ stage, service, models }: ServiceConfiguration): string {
  const name = `subsecond-${service ?? models.map(({ manifest }) => manifest.model).join('-and-')}-${stage}`;
  requireThat(name.length <= 128, 'So many models need a name of their own: --set service=<name>.');
  return name;
}
