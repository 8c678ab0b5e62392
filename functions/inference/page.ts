/** The page for people at `GET /`. */
import { gzipSync } from 'node:zlib';
import type { HttpResponse } from './http.ts';
import type { RouteHandler } from './router.ts';

/** A finished page: one HTML document that needs no other file, and what it may do. */
export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** Answers with the page, compressed for whoever takes it so. API Gateway's HTTP API does not compress. */
export function pageRoute({ html, contentSecurityPolicy }: Page): RouteHandler {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'max-age=300',
    vary: 'accept-encoding',
  };
  const plain: HttpResponse = { statusCode: 200, headers, body: html };
  let compressed: HttpResponse | undefined;
  return ({ headers: asked }) => {
    if (!takesGzip(asked?.['accept-encoding'] ?? '')) return plain;
    compressed ??= {
      statusCode: 200,
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: gzipSync(html, { level: 9 }).toString('base64'),
      isBase64Encoded: true,
    };
    return compressed;
  };
}

/** Whether a list of codings (RFC 9110, 12.5.3) has gzip, and not at a weight of zero. */
function takesGzip(codings: string): boolean {
  return codings.split(',').some((coding) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(coding));
}
