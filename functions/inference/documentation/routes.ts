/** Where the documentation is found. Made on the first request for it, and kept. */
import type { Contract, ModelInfo } from '../contracts/contract.ts';
import type { HttpResponse } from '../contracts/http.ts';
import { document, lazy, type Page, type ReadPage } from '../information/page.ts';
import { createOpenApi } from './openapi.ts';
import { createPage, PLACES } from './page.ts';

/** Nothing may be loaded, and nobody may frame it. */
const BARE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What the documentation stands in where nothing was built for it. */
const BARE: Page = {
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Subsecond</title>${PLACES.heading}${PLACES.description}`,
  contentSecurityPolicy: BARE_POLICY,
};

/** @param readFrame gives what the page for people stands in. @default none: nothing can be tried there */
export function documentationRoutes(
  model: ModelInfo,
  contracts: readonly Contract[],
  explains: boolean,
  readFrame: ReadPage = async () => BARE,
): Record<string, () => HttpResponse | Promise<HttpResponse>> {
  const openApi = lazy(() => createOpenApi(model, contracts, explains));
  const page = lazy(async () => {
    const { html, contentSecurityPolicy } = await readFrame();
    return document(
      'text/html; charset=utf-8',
      createPage(html, model, contracts, openApi()),
      contentSecurityPolicy,
    );
  });
  return {
    '/openapi.json': lazy(() => document('application/json', JSON.stringify(openApi()), BARE_POLICY)),
    '/docs': page,
  };
}
