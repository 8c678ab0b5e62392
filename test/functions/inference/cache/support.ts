import {
  ResponseCache,
  type ResponseCacheOptions,
} from '../../../../functions/inference/cache/response-cache.ts';
import type { ResponseStore } from '../../../../functions/inference/cache/response-store.ts';

const OPTIONS = { model: 'colours', fingerprint: 'f', version: '1', ttlDays: 14, timeoutMilliseconds: 40 };

/** The cache of one execution environment. */
export function cacheOf(table: ResponseStore, changes: Partial<ResponseCacheOptions> = {}): ResponseCache {
  return new ResponseCache(table, { ...OPTIONS, ...changes });
}
