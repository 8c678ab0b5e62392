/** Which address is answered by what. */
import type { HttpEvent, HttpResponse } from './http.ts';
import { Problem } from './problems.ts';
import type { RequestRecord } from './telemetry/request-record.ts';

/** Answers a request of one route; may throw a `Problem`. */
export type RouteHandler = (event: HttpEvent, record: RequestRecord) => HttpResponse | Promise<HttpResponse>;

/** Handlers by path and method. */
export type Routes = Readonly<Record<string, Readonly<Record<string, RouteHandler>>>>;

/**
 * The handler of a request. A HEAD is a GET whose body the gateway keeps to itself.
 *
 * @throws {Problem} `not-found` or `method-not-allowed`
 */
export function findRoute(routes: Routes, method: string, path: string): RouteHandler {
  const methods = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (!methods) throw new Problem('not-found', `There is nothing at this path; see /docs for what there is.`);
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (handler) return handler;
  if (method === 'HEAD' && methods.GET) return methods.GET;
  const allow = Object.keys(methods)
    .flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
    .join(', ');
  throw new Problem('method-not-allowed', `This address takes ${allow}.`, { headers: { allow } });
}
