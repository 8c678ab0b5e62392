/** Which model of a service a request is for. Everything is looked up in tables that are made once. */
import type { Address } from '../../functions/inference/contracts/addresses.ts';
import { ownAddresses, plainAddresses } from '../../functions/inference/contracts/clients.ts';
import type { ServedModel } from '../models/served-models.ts';

/** The end of an address that covers everything below it. */
const ANYTHING = '/{proxy+}';

/** The model that a request is for; a path that belongs to none is the first one's to refuse. */
export type ChooseModel<Model> = (method: string, path: string) => Model;

/**
 * Prepares the choice: a path that names a model is that model's, any other belongs to the first model that has it.
 *
 * @param models at least one
 */
export function chooseAmong<Model extends Pick<ServedModel, 'name' | 'contracts'>>(
  models: readonly [Model, ...Model[]],
): ChooseModel<Model> {
  const [first] = models;
  if (models.length === 1) return () => first;
  // By path, by method and path, and by what comes before anything else.
  const [exact, below] = [new Map<string, Model>(), new Map<string, Model>()];
  const add = (map: Map<string, Model>, key: string, model: Model) => {
    if (!map.has(key)) map.set(key, model);
  };
  const addAll = (model: Model, addresses: readonly Address[]) => {
    for (const { method, path } of addresses) {
      if (path.endsWith(ANYTHING)) {
        add(below, path.slice(0, -ANYTHING.length), model);
      } else {
        add(exact, `${method} ${path}`, model);
        add(exact, path, model);
      }
    }
  };
  // Paths that name a model come first: no other model can have them.
  for (const model of models) addAll(model, ownAddresses(model.name, model.contracts));
  for (const model of models) addAll(model, plainAddresses(model.contracts));
  const deepest = Math.max(0, ...[...below.keys()].map((path) => path.split('/').length - 1));
  return (method, path) => {
    // A path that a model has for another method is that model's to refuse.
    const exactly = exact.get(`${method === 'HEAD' ? 'GET' : method} ${path}`) ?? exact.get(path);
    if (exactly) return exactly;
    // Looks no deeper than the longest known path, however many slashes a path has.
    let end = path.indexOf('/', 1);
    for (let depth = 1; depth <= deepest && end !== -1; depth += 1) {
      const found = below.get(path.slice(0, end));
      if (found) return found;
      end = path.indexOf('/', end + 1);
    }
    return first;
  };
}
