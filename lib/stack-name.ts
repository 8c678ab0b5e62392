import { requireThat } from './configuration/configuration-error.ts';
import type { ServiceConfiguration } from './configuration/service-configuration.ts';

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
