/** Where the documentation is found. Made on the first request for it, and kept. */
import type { Contract } from '../contracts/contract.ts';
import type { HttpResponse } from '../http.ts';
import type { Routes } from '../router.ts';
import { createOpenApi, type Deployment } from './openapi.ts';
import { CONTENT_SECURITY_POLICY, createPage } from './page.ts';

export function documentationRoutes(contract: Contract, deployment: Deployment): Routes {
  const openApi = once(() =>
    document('application/json', JSON.stringify(createOpenApi(contract, deployment))),
  );
  const page = once(() => document('text/html; charset=utf-8', createPage(contract, deployment)));
  return { '/openapi.json': { GET: openApi }, '/docs': { GET: page } };
}

function document(mediaType: string, body: string): HttpResponse {
  return {
    statusCode: 200,
    headers: {
      'content-type': mediaType,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
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
