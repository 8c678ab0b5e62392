/** Which address is answered by what. */
import { taskPath } from '../contracts/addresses.ts';
import type { Contract } from '../contracts/contract.ts';
import type { RequestRecord } from '../telemetry/request-record.ts';
import type { HttpEvent, HttpResponse } from './http.ts';
import { Problem } from './problems.ts';

/** Answers a request of one route. */
export interface RouteHandler {
  /** `method path`, for logs. */
  readonly name: string;
  /** May throw a `Problem`. */
  respond(event: HttpEvent, record: RequestRecord): HttpResponse | Promise<HttpResponse>;
  /** A problem as the callers of this route expect it. */
  problem(problem: Problem): HttpResponse;
}

/** Handlers by path and method. */
export type Routes = Readonly<Record<string, Readonly<Record<string, RouteHandler>>>>;

/** What comes before a route's own path, and may be left out: the secret of a deployment, the task's own place. */
export function pathWithin(path: string, secret: string | undefined, task: string): string {
  const within = secret === undefined ? path : withoutPrefix(path, `/${secret}`);
  return withoutPrefix(within, taskPath(task));
}

function withoutPrefix(path: string, prefix: string): string {
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

/**
 * The handler of a request. A HEAD is a GET whose body the gateway keeps to itself.
 *
 * @param below the contract whose paths begin like this one
 * @throws {Problem} `not-found` or `method-not-allowed`
 */
export function findRoute(
  routes: Routes,
  method: string,
  path: string,
  below?: Pick<Contract, 'missing'>,
): RouteHandler {
  const methods = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (!methods) {
    throw (
      below?.missing?.(path) ??
      new Problem('not-found', 'There is nothing at this path; see /docs for what there is.')
    );
  }
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (handler) return handler;
  if (method === 'HEAD' && methods.GET) return methods.GET;
  const allow = Object.keys(methods)
    .flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
    .join(', ');
  throw new Problem('method-not-allowed', `This address takes ${allow}.`, { headers: { allow } });
}
