import { type Address, ownAddresses, plainAddresses } from '../../functions/inference/contracts/addresses.ts';
import { contractsOf } from '../../functions/inference/members/manifest.ts';
import type { TaskManifest } from '../task-manifest.ts';

/** Tells how each member votes. Not for everybody. */
const EXPLANATION = '/explain';

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

/** A route's path at API Gateway, which takes none that ends in a slash, except the root itself. */
export function gatewayPath(prefix: string, path: string): string {
  return prefix !== '' && path === '/' ? prefix : `${prefix}${path}`;
}
