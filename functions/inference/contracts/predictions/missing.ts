/** What is missing at an address that begins as those of the contract do. */
import { quote } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import { modelBasePath } from '../addresses.ts';
import type { ModelInfo } from '../contract.ts';

/** An unknown model, one that is asked elsewhere, or nothing that the contract knows. */
export function missingAt(path: string, { name, models }: Pick<ModelInfo, 'name' | 'models'>): Problem {
  const [, , asked = ''] = path.split('/');
  const known = models.map((model) => model.name);
  if (!known.includes(asked)) {
    const list = known.map(quote).join(', ');
    return new Problem('not-found', `There is no model ${quote(asked)}; there is ${list}.`);
  }
  const where = asked === name ? '/docs' : `${modelBasePath(asked)}/docs`;
  return new Problem('not-found', `There is nothing at this path; see ${where} for what there is.`);
}
