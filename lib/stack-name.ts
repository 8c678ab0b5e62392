import { createHash } from 'node:crypto';
import type { ServiceConfiguration } from './configuration/service-configuration.ts';

/** The longest list of tasks that is written out. CloudFormation takes names of 128 characters. */
const LONGEST = 100;

/**
 * The name of a deployment's stack. Other tasks, or the same in another order, make another stack, so that nobody
 * takes a task away from a service by leaving it out of a command; a service that is to grow has a name of its own.
 */
export function stackName({ stage, service, tasks }: ServiceConfiguration): string {
  return `subsecond-${service ?? joined(tasks.map(({ manifest }) => manifest.task))}-${stage}`;
}

/** `digits`, `digits-and-letters`, and for many `digits-and-9-more-1a2b3c4d`. */
function joined(tasks: readonly string[]): string {
  const all = tasks.join('-and-');
  if (all.length <= LONGEST) return all;
  const digest = createHash('sha256').update(all).digest('hex').slice(0, 8);
  return `${tasks[0]}-and-${tasks.length - 1}-more-${digest}`;
}
