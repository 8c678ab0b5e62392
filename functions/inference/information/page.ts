/** The page for people at `GET /`. */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { ModelInfo } from '../contracts/contract.ts';
import type { HttpRequest, HttpResponse } from '../contracts/http.ts';
import type { ShownSample } from './samples.ts';

/** A finished page: one HTML document that needs no other file, and what it may do. */
export interface Page {
  /** Holds `MODEL_PLACE` where the model is put. */
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export type ReadPage = () => Promise<Page>;

/** Where the pages lie, beside the bundle: a cold start reads nothing of them. */
export const PAGE_FILE = 'page.json';
export const DOCUMENTATION_FILE = 'documentation.json';

/** @param bundle URL of the bundle's file */
export function pageBeside(bundle: string, file = PAGE_FILE): ReadPage {
  return async () => JSON.parse(await readFile(new URL(file, bundle), 'utf8'));
}

/** Where the page holds what it shows, as JSON. */
export const MODEL_PLACE = '"the model"';

/** What the page shows. */
export type PageModel = ReturnType<typeof describe>;

/** Responds with the page, compressed where the client accepts that. API Gateway's HTTP API does not compress. */
export function pageRoute(
  readPage: ReadPage,
  model: ModelInfo,
  contract: string,
  readSamples: () => Promise<readonly ShownSample[]>,
): (request: HttpRequest) => Promise<HttpResponse> {
  const make = lazy(async () => {
    const [{ html, contentSecurityPolicy }, samples] = await Promise.all([readPage(), readSamples()]);
    const shown = describe(model, contract, samples);
    // Within a script element, only `</` and `<!--` could end the text.
    const body = html.replace(MODEL_PLACE, () => JSON.stringify(shown).replaceAll('<', '\\u003c'));
    const gzip = gzipSync(body, { level: 9 }) as Buffer<ArrayBuffer>;
    const page = document('text/html; charset=utf-8', body, contentSecurityPolicy);
    const headers = { ...page.headers, vary: 'accept-encoding' };
    return {
      plain: { ...page, headers },
      compressed: { ...page, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzip },
    };
  });
  return async ({ header }) => {
    const { plain, compressed } = await make();
    return takesGzip(header('accept-encoding') ?? '') ? compressed : plain;
  };
}

function describe(model: ModelInfo, contract: string, samples: readonly ShownSample[]) {
  const { name, pipeline, title, hint, version, deadlineMilliseconds, page = {}, certainty } = model;
  return {
    name,
    pipeline,
    title,
    hint,
    version,
    contract,
    inputs: model.tensors.inputs,
    members: model.members.length,
    deadlineMilliseconds,
    page,
    /** In which words it says how sure it is; left out, in per cent. */
    ...(certainty && { certainty }),
    samples,
    /** How many labels `GET /labels` has; 0: its predictions are not from a list. */
    labels: model.labels?.labels.length ?? 0,
    others: model.models.filter((other) => other.name !== name).map(({ name, title }) => ({ name, title })),
  };
}

/** What a browser shows by itself, or a client reads: it may be kept for a while. */
export function document(mediaType: string, body: string, contentSecurityPolicy: string): HttpResponse {
  return {
    status: 200,
    headers: {
      'content-type': mediaType,
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'max-age=300',
    },
    body,
  };
}

/** Whether a list of codings (RFC 9110, 12.5.3) has gzip, and not at a weight of zero. */
function takesGzip(codings: string): boolean {
  return codings.split(',').some((coding) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(coding));
}

/** Makes something at its first use, and keeps it; what fails is made again at the next one. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    if (made) return made.value;
    const value = make();
    made = { value };
    if (value instanceof Promise) {
      value.catch(() => {
        made = undefined;
      });
    }
    return value;
  };
}
