import { createHash } from 'node:crypto';
import type { ServiceConfiguration } from './configuration/service-configuration.ts';

/** The longest list of models that is written out. CloudFormation takes names of 128 characters. */
const LONGEST = 100;

/**
 * The name of a deployment's stack. Other models, or the same in another order, make another stack, so that nobody
 * takes a model away from a service by leaving it out of a command; a service that is to grow has a name of its own.
 */
export function stackName({ stage, service, models }: ServiceConfiguration): string {
  return `subsecond-${service ?? joined(models.map(({ manifest }) => manifest.model))}-${stage}`;
}

/** `digits`, `digits-and-letters`, and for many `digits-and-9-more-1a2b3c4d`. */
function joined(models: readonly string[]): string {
  const all = models.join('-and-');
  if (all.length <= LONGEST) return all;
  const digest = createHash('sha256').update(all).digest('hex').slice(0, 8);
  return `${models[0]}-and-${models.length - 1}-more-${digest}`;
}
