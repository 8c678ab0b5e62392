/** Makes what the documentation at `/docs` stands in: where one tries it, and the style of all of it. */
import type { Page } from '../inference/information/page.ts';
import { buildDocument } from '../page/build.ts';

export function buildDocumentation(): Promise<Page> {
  return buildDocument(import.meta.dirname, 'docs.html');
}
