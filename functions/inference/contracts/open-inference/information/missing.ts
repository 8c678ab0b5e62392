/** What is missing at an address that the protocol has, but not this service. */
import { quote } from '../../../model/tensors.ts';
import { Problem } from '../../../problems/problems.ts';
import type { ModelInfo } from '../../contract.ts';

const MODEL = /^\/v2\/models\/([^/]+)(?:\/versions\/([^/]+))?(?:\/|$)/;

/** An unknown model, an unknown version, or nothing that the protocol knows. */
export function missingAt(path: string, { name, version, models }: ModelInfo): Problem {
  const [, model, wanted] = MODEL.exec(path) ?? [];
  if (model !== undefined && model !== name) {
    const known = models.map((model) => quote(model.name)).join(', ');
    return new Problem('not-found', `There is no model ${quote(model)}; there is ${known}.`);
  }
  if (wanted !== undefined && wanted !== version) {
    return new Problem(
      'unknown-version',
      `The model ${quote(name)} has no version ${quote(wanted)}; it has ${quote(version)}.`,
    );
  }
  return new Problem('not-found', 'The protocol has nothing at this path; see /docs for what there is.');
}
