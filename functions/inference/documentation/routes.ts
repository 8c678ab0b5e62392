/** Where the documentation is found. Made on the first request for it, and kept. */
import type { Contract, TaskInfo } from '../contracts/contract.ts';
import type { HttpResponse } from '../service/http.ts';
import { createOpenApi } from './openapi.ts';
import { CONTENT_SECURITY_POLICY, createPage } from './page.ts';

/** What answers a GET, by path. */
export function documentationRoutes(
  task: TaskInfo,
  contracts: readonly Contract[],
  explains: boolean,
): Record<string, () => HttpResponse> {
  const openApi = () => createOpenApi(task, contracts, explains);
  return {
    '/openapi.json': once(() => document('application/json', JSON.stringify(openApi()))),
    '/docs': once(() => document('text/html; charset=utf-8', createPage(task, contracts, openApi()))),
  };
}

function document(mediaType: string, body: string): HttpResponse {
  return {
    statusCode: 200,
    headers: {
      'content-type': mediaType,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'max-age=300',
    },
    body,
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
