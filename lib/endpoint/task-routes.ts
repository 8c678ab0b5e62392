import type { Address } from '../../functions/inference/contracts/addresses.ts';
import { ownAddresses, plainAddresses } from '../../functions/inference/contracts/clients.ts';
import { contractsOf } from '../../functions/inference/model/manifest.ts';
import type { TaskManifest } from '../task-manifest.ts';

/** Tells how each member votes. Not for everybody. */
const EXPLANATION = '/explain';
/** The Open Inference Protocol lists models in answer to a POST. */
const REPOSITORY_INDEX = '/v2/repository/index';

/**
 * The addresses of a task that joins a service.
 *
 * @param taken whether an earlier task of the service answers there
 * @param explain whether there is `/explain`
 */
export function taskRoutes(
  { task, contracts }: Pick<TaskManifest, 'task' | 'contracts'>,
  taken: (address: Address) => boolean,
  explain: boolean,
): Address[] {
  const offered = contractsOf({ contracts });
  const plain = plainAddresses(offered).filter((address) => !taken(address));
  return [...plain, ...ownAddresses(task, offered)].filter(({ path }) => explain || path !== EXPLANATION);
}

/** Whether questions go there, which the task has promised to answer in time, and not its explanation or a list. */
export function takesQuestions({ method, path }: Address): boolean {
  return method === 'POST' && path !== EXPLANATION && path !== REPOSITORY_INDEX;
}

/** A route's path at API Gateway, which takes none that ends in a slash, except the root itself. */
export function gatewayPath(prefix: string, path: string): string {
  return prefix !== '' && path === '/' ? prefix : `${prefix}${path}`;
}
