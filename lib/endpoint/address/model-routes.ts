import type { Address } from '../../../functions/inference/contracts/addresses.ts';
import { ownAddresses, plainAddresses } from '../../../functions/inference/contracts/clients.ts';
import { contractsOf } from '../../../functions/inference/model/manifest.ts';
import type { ModelManifest } from '../../model-manifest.ts';

/** Path of the explanation of how each member votes. It can be left out, because some services hide the votes from callers. */
const EXPLANATION = '/explain';

/**
 * The addresses of a model that joins a service.
 *
 * @param isTaken whether the API has the address already, from an earlier model or from the API's owner
 * @param explain whether `/explain` is served
 */
export function modelRoutes(
  { model, contracts }: Pick<ModelManifest, 'model' | 'contracts'>,
  isTaken: (address: Address) => boolean,
  explain: boolean,
): Address[] {
  const offered = contractsOf({ contracts });
  const plain = plainAddresses(offered).filter((address) => !isTaken(address));
  return [...plain, ...ownAddresses(model, offered)].filter(({ path }) => explain || path !== EXPLANATION);
}

/** Whether an address takes inference requests. Explanations do not count: they take longer, because all members run. */
export function takesRequests({ method, path }: Address): boolean {
  return method !== 'GET' && path !== EXPLANATION;
}

/** A route's path in API Gateway, where only the root may end in a slash. */
export function gatewayPath(prefix: string, path: string): string {
  return prefix !== '' && path === '/' ? prefix : `${prefix}${path}`;
}
