/** Finds the model for a request, in tables that are built once. */
import type { Address } from '../../functions/inference/contracts/addresses.ts';
import { ownAddresses, plainAddresses } from '../../functions/inference/contracts/clients.ts';
import type { ServedModel } from '../models/served-models.ts';

/** Suffix of a route that includes every path below it. */
const ANYTHING = '/{proxy+}';

/** Finds the model for a request. The first model refuses paths that belong to none. */
export type ChooseModel<Model> = (path: string) => Model;

/**
 * Builds the tables: a path that names a model belongs to that model, any other path to the first model that serves
 * it. @param models at least one
 */
export function chooseAmong<Model extends Pick<ServedModel, 'name' | 'contracts'>>(
  models: readonly [Model, ...Model[]],
): ChooseModel<Model> {
  const [first] = models;
  if (models.length === 1) return () => first;
  // `exact` has models by path, `below` by prefix. Contracts share no path with different methods.
  const [exact, below] = [new Map<string, Model>(), new Map<string, Model>()];
  const add = (map: Map<string, Model>, key: string, model: Model) => {
    if (!map.has(key)) map.set(key, model);
  };
  const addAll = (model: Model, addresses: readonly Address[]) => {
    for (const { path } of addresses) {
      if (path.endsWith(ANYTHING)) add(below, path.slice(0, -ANYTHING.length), model);
      else add(exact, path, model);
    }
  };
  // Paths that name a model come first, because no other model may have them.
  for (const model of models) addAll(model, ownAddresses(model.name, model.contracts));
  for (const model of models) addAll(model, plainAddresses(model.contracts));
  const deepest = Math.max(0, ...[...below.keys()].map((path) => path.split('/').length - 1));
  return (path) => {
    const exactly = exact.get(path);
    if (exactly) return exactly;
    // The search goes no deeper than the longest known path, however many slashes the path has.
    let end = path.indexOf('/', 1);
    for (let depth = 1; depth <= deepest && end !== -1; depth += 1) {
      const found = below.get(path.slice(0, end));
      if (found) return found;
      end = path.indexOf('/', end + 1);
    }
    return first;
  };
}
