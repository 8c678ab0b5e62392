/** Routes of the documentation. Its parts are made on the first request and kept. */
import type { Contract, ModelInfo } from '../contracts/contract.ts';
import type { HttpResponse } from '../contracts/http.ts';
import { DOCUMENTATION_FILE, document, lazy, type ReadPage } from '../information/page.ts';
import { createOpenApi } from './openapi.ts';
import { createPage } from './page.ts';

/** The document loads nothing, and must not be framed. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param common routes that are described after those of the contracts */
export function documentationRoutes(
  model: ModelInfo,
  contracts: readonly Contract[],
  common: Contract,
  readPage: ReadPage,
): Record<string, () => HttpResponse | Promise<HttpResponse>> {
  const openApi = lazy(() => createOpenApi(model, [...contracts, common]));
  const page = lazy(async () => {
    const { html, contentSecurityPolicy } = await readPage(DOCUMENTATION_FILE);
    return document(
      'text/html; charset=utf-8',
      createPage(html, model, contracts, openApi()),
      contentSecurityPolicy,
    );
  });
  return {
    '/openapi.json': lazy(() => document('application/json', JSON.stringify(openApi()), POLICY)),
    '/docs': page,
  };
}
