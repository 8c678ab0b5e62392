/** Routes of the documentation. Its parts are made on the first request and kept. */
import type { Contract, ModelInfo } from '../contracts/contract.ts';
import type { HttpResponse } from '../contracts/http.ts';
import { document, lazy, type Page, type ReadPage } from '../information/page.ts';
import { createOpenApi } from './openapi.ts';
import { createPage, PLACES } from './page.ts';

/** The document loads nothing, and must not be framed. */
const BARE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A frame for bundles without a built one. */
const BARE: Page = {
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Subsecond</title>${PLACES.heading}${PLACES.description}`,
  contentSecurityPolicy: BARE_POLICY,
};

/** @param readFrame returns the frame of the page for people. @default a plain one, in which nothing can be tried */
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
