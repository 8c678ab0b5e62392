/** Restricts which web pages may call a service on one machine, and refuses callers without the API key, if there is one. */
import { Hono, type HonoRequest } from 'hono';
import { cors } from 'hono/cors';
import { KEY_HEADER } from '../../functions/authorizer/authorize.ts';
import { sameText } from '../../functions/authorizer/secrets.ts';
import { HEADER_LENGTH } from '../../functions/inference/contracts/open-inference/infer/binary.ts';
import { PREDICTION_HEADER } from '../../functions/inference/contracts/predictions/client.ts';
import type { ModelApp } from '../../functions/inference/service/app.ts';
import { pathOf } from '../../functions/inference/service/transport.ts';
import { refusalResponse } from './refusal.ts';

export interface AccessOptions {
  /** Origins whose pages may call the service, such as `https://example.com`; `*` for all. @default none */
  readonly cors?: readonly string[];
  /** Key that callers send as `x-api-key`, or as bearer token. @default no key is needed */
  readonly apiKey?: string | undefined;
}

/** A path that needs no key, because probes have none. */
const HEALTH = '/healthz';
/** How long a browser caches a preflight response. */
const PREFLIGHT_SECONDS = 600;
/** Headers that pages of other origins may read, in addition to those that are always readable. */
const EXPOSED = [
  HEADER_LENGTH,
  'retry-after',
  'server-timing',
  'x-request-id',
  PREDICTION_HEADER,
  'x-subsecond-cache',
  'x-subsecond-members',
];

export type AppFor = (method: string, path: string) => ModelApp;

/**
 * Puts CORS and the check of the API key in front of apps. If the options ask for neither, the apps stay as they
 * are.
 *
 * @param refused called for each request that is refused because it lacks the right key
 */
export function withAccess(
  appFor: AppFor,
  { cors: origins = [], apiKey }: AccessOptions,
  refused: (method: string, path: string) => void,
): AppFor {
  if (origins.length === 0 && apiKey === undefined) return appFor;
  const guarded: ModelApp = new Hono();
  // Preflight requests get their response before the key is checked, because they have no key.
  if (origins.length > 0) {
    guarded.use(
      cors({
        origin: origins.includes('*') ? '*' : [...origins],
        allowMethods: ['GET', 'HEAD', 'POST', 'PUT'],
        exposeHeaders: EXPOSED,
        maxAge: PREFLIGHT_SECONDS,
      }),
    );
  }
  if (apiKey !== undefined) {
    guarded.use(async ({ req }, next) => {
      if (req.path === HEALTH || sameText(keyOf(req), apiKey)) return next();
      refused(req.method, req.path);
      const response = refusalResponse('no-key');
      response.headers.set('www-authenticate', 'Bearer');
      return response;
    });
  }
  guarded.all('*', ({ req, env }) => appFor(req.method, pathOf(req.url)).fetch(req.raw, env));
  return () => guarded;
}

/** The key in a request; empty if it has none. If a request has `authorization`, its `x-api-key` is ignored. */
function keyOf(request: HonoRequest): string {
  const credentials = request.header('authorization');
  if (credentials === undefined) return request.header(KEY_HEADER) ?? '';
  return /^Bearer +(\S+) *$/.exec(credentials)?.[1] ?? '';
}
