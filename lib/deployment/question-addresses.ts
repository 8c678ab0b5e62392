import { type Address, modelPath, taskPath } from '../../functions/inference/contracts/addresses.ts';
import { ownAddresses, plainAddresses } from '../../functions/inference/contracts/clients.ts';
import type { ServiceConfiguration } from '../configuration/service-configuration.ts';

/** Paths at which the tasks of a service are asked by the contracts that their ensemble.json names. */
export function questionAddresses({ tasks }: Pick<ServiceConfiguration, 'tasks'>): string[] {
  const common = new Set(plainAddresses([]).map(({ path }) => path));
  const taken = new Set<string>();
  return tasks.flatMap(({ manifest: { task, contracts } }) => {
    const plain = questions(plainAddresses(contracts)).filter((path) => !common.has(path));
    const own = questions(ownAddresses(task, contracts));
    // Where an earlier task answers, this one answers below its own path.
    const paths = [...plain.map((path) => (taken.has(path) ? `${taskPath(task)}${path}` : path)), ...own];
    for (const path of plain) taken.add(path);
    return paths.length > 0 ? paths : [`${modelPath(task)}/infer`];
  });
}

/** Paths that take a POST, and are not the beginning of several. */
function questions(addresses: readonly Address[]): string[] {
  return addresses
    .filter(({ method, path }) => method === 'POST' && !path.includes('{'))
    .map(({ path }) => path);
}
