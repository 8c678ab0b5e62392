import type { Address } from '../../../functions/inference/contracts/addresses.ts';
import { ownAddresses, plainAddresses } from '../../../functions/inference/contracts/clients.ts';
import { contractsOf } from '../../../functions/inference/model/manifest.ts';
import type { ModelManifest } from '../../model-manifest.ts';

/** Tells how each member votes. Not for everybody. */
const EXPLANATION = '/explain';
/** The Open Inference Protocol lists models in response to a POST. */
const REPOSITORY_INDEX = '/v2/repository/index';

/**
 * The addresses of a model that joins a service.
 *
 * @param taken whether an earlier model of the service has that address
 * @param explain whether there is `/explain`
 */
export function modelRoutes(
  { model, contracts }: Pick<ModelManifest, 'model' | 'contracts'>,
  taken: (address: Address) => boolean,
  explain: boolean,
): Address[] {
  const offered = contractsOf({ contracts });
  const plain = plainAddresses(offered).filter((address) => !taken(address));
  return [...plain, ...ownAddresses(model, offered)].filter(({ path }) => explain || path !== EXPLANATION);
}

/** Whether inference requests go there, which have a deadline, rather than requests of an explanation or a list. */
export function takesRequests({ method, path }: Address): boolean {
  return method !== 'GET' && path !== EXPLANATION && path !== REPOSITORY_INDEX;
}

/** A route's path at API Gateway, which takes none that ends in a slash, except the root itself. */
export function gatewayPath(prefix: string, path: string): string {
  return prefix !== '' && path === '/' ? prefix : `${prefix}${path}`;
}
