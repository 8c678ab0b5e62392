/** Builds the frame of the documentation at `/docs`: the form for trying requests, and the style. */
import type { Page } from '../inference/information/page.ts';
import { buildDocument } from '../page/build.ts';

export function buildDocumentation(): Promise<Page> {
  return buildDocument(import.meta.dirname, 'docs.html');
}
