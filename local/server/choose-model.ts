/** Finds the model for a request, in a router that is built once. */
import { METHOD_NAME_ALL } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import type { Address } from '../../functions/inference/contracts/addresses.ts';
import { ownAddresses, plainAddresses } from '../../functions/inference/contracts/clients.ts';
import type { ServedModel } from '../models/served-models.ts';

/**
 * A path that names a model belongs to that model, any other path to the first model that serves it.
 * @param models at least one
 * @returns a function that finds the model for a path. A path of no model goes to the first model, which refuses it.
 */
export function chooseAmong<Model extends Pick<ServedModel, 'name' | 'contracts'>>(
  models: readonly [Model, ...Model[]],
): (path: string) => Model {
  const [first] = models;
  if (models.length === 1) return () => first;
  const router = new RegExpRouter<Model>();
  // No two contracts have the same path with different methods, so the router ignores methods.
  const addAll = (model: Model, addresses: readonly Address[]) => {
    for (const { path } of addresses) router.add(METHOD_NAME_ALL, path.replace('{proxy+}', '*'), model);
  };
  // Paths that name a model come first, because no other model may get them.
  for (const model of models) addAll(model, ownAddresses(model.name, model.contracts));
  for (const model of models) addAll(model, plainAddresses(model.contracts));
  return (path) => router.match(METHOD_NAME_ALL, path)[0][0]?.[0] ?? first;
}
