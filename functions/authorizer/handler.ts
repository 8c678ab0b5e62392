import { readManagedSecret } from '../aws/read-secret.ts';
import { authorize, type Request } from './authorize.ts';
import { readRules } from './rules.ts';
import { cachedSecret, readCallerKeys } from './secrets.ts';

/**
 * Starts an authorizer, and fetches its secrets before the first request.
 *
 * @throws Error that names the wrong environment variable, or the invalid block of addresses in `ALLOWED_ADDRESSES`
 */
export async function startAuthorizer(environment: NodeJS.ProcessEnv) {
  const rules = readRules(environment);
  const { KEYS_SECRET: keysId, ORIGIN_SECRET: originId } = environment;
  if (rules.scheme !== 'none' && keysId === undefined) throw new Error('KEYS_SECRET must name a secret.');
  const secret = <Value>(id: string | undefined, read: (text: string) => Value) =>
    id === undefined ? undefined : cachedSecret(() => readManagedSecret(id, environment), read);
  const keys = secret(keysId, readCallerKeys);
  const origin = secret(originId, String);
  const read = async () => ({ keys: await keys?.(), origin: await origin?.() });
  // A failure is only logged here, because each request fetches missing secrets again. If that fails too, the request gets 500.
  await read().catch((error: Error) => console.error(error.message));
  return async (request: Request) => {
    const start = performance.now();
    const { isAuthorized, context } = authorize(request, rules, await read());
    // The access log needs the duration, because HTTP APIs have no variable for it.
    return { isAuthorized, context: { ...context, milliseconds: Math.round(performance.now() - start) } };
  };
}
