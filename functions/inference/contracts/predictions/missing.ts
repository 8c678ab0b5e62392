/** What is missing at an address that begins as those of the contract do. */
import { quote } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import { modelBasePath } from '../addresses.ts';
import type { ModelInfo } from '../contract.ts';

/** An unknown model, one that has another path, or nothing that the contract knows. */
export function missingAt(path: string, { name, models }: Pick<ModelInfo, 'name' | 'models'>): Problem {
  const [, , wanted = ''] = path.split('/');
  const known = models.map((model) => model.name);
  if (!known.includes(wanted)) {
    const list = known.map(quote).join(', ');
    return new Problem('not-found', `There is no model ${quote(wanted)}; there is ${list}.`);
  }
  const where = wanted === name ? '/docs' : `${modelBasePath(wanted)}/docs`;
  return new Problem('not-found', `There is nothing at this path; see ${where} for what there is.`);
}
