import { type Address, modelBasePath, modelPath } from '../../functions/inference/contracts/addresses.ts';
import { ownAddresses, plainAddresses } from '../../functions/inference/contracts/clients.ts';
import type { ServiceConfiguration } from '../configuration/service-configuration.ts';

/** Paths at which the models of a service take requests, by the contracts that their ensemble.json names. */
export function requestAddresses({ models }: Pick<ServiceConfiguration, 'models'>): string[] {
  const common = new Set(plainAddresses([]).map(({ path }) => path));
  const taken = new Set<string>();
  return models.flatMap(({ manifest: { model, contracts } }) => {
    const plain = requests(plainAddresses(contracts)).filter((path) => !common.has(path));
    const own = requests(ownAddresses(model, contracts));
    // Where an earlier model has the path, this one is below its own path.
    const offered = plain.map((path) => (taken.has(path) ? `${modelBasePath(model)}${path}` : path));
    const paths = [...offered, ...own];
    for (const path of plain) taken.add(path);
    return paths.length > 0 ? paths : [`${modelPath(model)}/infer`];
  });
}

/** Paths that take a POST, and are not the beginning of several. */
function requests(addresses: readonly Address[]): string[] {
  return addresses.flatMap(({ method, path }) => (method === 'POST' && !path.includes('{') ? [path] : []));
}
