/** Responses by request id: the first one wins in every execution environment, and a failing store never costs a response. */
import { CacheParts } from './cache-parts.ts';
import { CacheSession } from './cache-session.ts';
import { probe } from './response-store.ts';
import { StoreCalls } from './store-calls.ts';

/** Lifetime of entries that belong to the present content of the model. */
const CONTENT_TTL_DAYS = 1;

/**
 * The cache of one execution environment. A table that is unreachable, slow or throttled costs time but never a
 * response.
 */
export class ResponseCache extends CacheParts {
  /** Whether the table responds within the time that a request has for it. */
  async isReachable(): Promise<boolean> {
    const calls = new StoreCalls(this.circuit, this.options.timeoutMilliseconds);
    await calls.call(calls.millisecondsLeft, (signal) => probe(this.table, signal));
    return calls.failure === undefined;
  }

  /**
   * Access of one request to the cache.
   * @param digest returns the SHA-256 of the request's content in hexadecimal
   * @param scope whether the first response is valid as long as the model has this name, or only for its present content
   */
  session(id: string, digest: () => string, scope: 'name' | 'content' = 'name'): CacheSession {
    const { model, fingerprint, ttlDays } = this.options;
    return scope === 'name'
      ? new CacheSession(this, { key: `${model}#${id}`, digest, ttlDays })
      : new CacheSession(this, { key: `${model}@${fingerprint}#${id}`, digest, ttlDays: CONTENT_TTL_DAYS });
  }
}
