/** Restricts who may call a service on one machine: pages of other origins, and callers without the key. */
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { cors } from 'hono/cors';
import { KEY_HEADER } from '../../functions/authorizer/authorize.ts';
import { HEADER_LENGTH } from '../../functions/inference/contracts/open-inference/infer/request-body.ts';
import { PREDICTION_HEADER } from '../../functions/inference/contracts/predictions/client.ts';
import type { ModelApp } from '../../functions/inference/service/app.ts';
import type { Transport } from '../../functions/inference/service/transport.ts';
import { refusalResponse } from './refusal.ts';

export interface AccessOptions {
  /** Origins whose pages may call, such as `https://example.com`; `*` for all. @default none */
  readonly cors?: readonly string[];
  /** Key that callers send as `x-api-key`, or as bearer token. @default no key is needed */
  readonly apiKey?: string | undefined;
}

/** Types of the Hono app. */
type Served = { Bindings: Transport };

/** Open without a key, for probes. */
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

/** Puts CORS and the API key in front of an app, as the options say; without options, the app itself. */
export function withAccess(app: ModelApp, { cors: origins = [], apiKey }: AccessOptions): ModelApp {
  if (origins.length === 0 && apiKey === undefined) return app;
  const guarded = new Hono<Served>();
  // Answers preflights before the key is checked, because they have no key.
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
    const refusals = {
      noAuthenticationHeader: { message: refusal },
      invalidAuthenticationHeader: { message: refusal },
      invalidToken: { message: refusal },
    };
    const key = bearerAuth<Served>({ token: apiKey, headerName: KEY_HEADER, prefix: '', ...refusals });
    const bearer = bearerAuth<Served>({ token: apiKey, ...refusals });
    guarded.use((context, next) => {
      if (context.req.path === HEALTH) return next();
      return (context.req.header('authorization') === undefined ? key : bearer)(context, next);
    });
  }
  guarded.all('*', ({ req, env }) => app.fetch(req.raw, env));
  return guarded;
}

function refusal(): Response {
  const response = refusalResponse('no-key');
  response.headers.set('www-authenticate', 'Bearer');
  return response;
}
