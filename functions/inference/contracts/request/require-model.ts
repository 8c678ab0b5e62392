/** Problems of requests for a model or a version that this address does not have. */
import { quote } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import { modelBasePath } from '../addresses.ts';
import type { ModelInfo } from '../contract.ts';

type Offered = Pick<ModelInfo, 'name' | 'version' | 'models'>;

/** @throws {Problem} `not-found` if a request names another model */
export function requireModel(wanted: string | undefined, model: Offered): void {
  if (wanted !== undefined && wanted !== model.name) throw nothingAt(model, wanted);
}

/** The problem of an unknown path, model or version. @param wanted the requested model. @default the model of this address */
export function nothingAt(
  { name, version, models }: Offered,
  wanted: string = name,
  wantedVersion: string = version,
): Problem {
  if (!models.some((model) => model.name === wanted)) {
    const known = models.map((model) => quote(model.name)).join(', ');
    return new Problem('not-found', `There is no model ${quote(wanted)}; available: ${known}.`);
  }
  if (wanted !== name) {
    const base = modelBasePath(wanted);
    const detail = `The addresses of the model ${quote(wanted)} begin with ${base} here; ${base}/docs lists them.`;
    return new Problem('not-found', detail);
  }
  if (wantedVersion === version) {
    if (models.length === 1) return new Problem('not-found');
    const docs = `${modelBasePath(name)}/docs lists the paths of the model ${quote(name)}`;
    return new Problem('not-found', `There is nothing at this path; ${docs}.`);
  }
  const detail = `The model ${quote(name)} has no version ${quote(wantedVersion)}; it has ${quote(version)}.`;
  return new Problem('unknown-version', detail);
}
