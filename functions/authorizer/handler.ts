import { readManagedSecret } from '../aws/read-secret.ts';
import { authorize, type Decision, type Request } from './authorize.ts';
import { readRules } from './rules.ts';
import { CachedSecret, readCallerKeys } from './secrets.ts';

export type Handler = (request: Request) => Promise<Decision>;

/**
 * Starts an authorizer, and fetches its secrets before the first request.
 *
 * @throws Error that names the environment variable that is wrong
 */
export async function startAuthorizer(environment: NodeJS.ProcessEnv): Promise<Handler> {
  const rules = readRules(environment);
  const { KEYS_SECRET: keysId, ORIGIN_SECRET: originId } = environment;
  if (rules.scheme !== 'none' && keysId === undefined) throw new Error('KEYS_SECRET must name a secret.');
  const secret = <Value>(id: string | undefined, read: (text: string) => Value) =>
    id === undefined ? undefined : new CachedSecret(() => readManagedSecret(id, environment), read);
  const keys = secret(keysId, readCallerKeys);
  const origin = secret(originId, String);
  const read = async () => ({ keys: await keys?.get(), origin: await origin?.get() });
  // Each request tries the source again; if that fails, it ends with 500 and the reason in the log.
  await read().catch((error: Error) => console.error(error.message));
  return async (request) => authorize(request, rules, await read(), Date.now() / 1000);
}
