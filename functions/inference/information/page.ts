/** The page for people at `GET /`. */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { ModelInfo } from '../contracts/contract.ts';
import type { HttpRequest, HttpResponse } from '../contracts/http.ts';
import { entailmentOf } from '../model/manifest.ts';
import type { ShownSample } from './samples.ts';

/** A built page: one HTML document without other files, and its content security policy. */
export interface Page {
  /** The HTML, with `MODEL_SLOT` where the model's data go. */
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export type ReadPage = (file: string) => Promise<Page>;

/** The pages are files beside the bundle, so that a cold start does not read them. */
export const PAGE_FILE = 'page.json';
export const DOCUMENTATION_FILE = 'documentation.json';

/** @param bundle URL of the bundle's file */
export function pageBeside(bundle: string): ReadPage {
  return async (file) => JSON.parse(await readFile(new URL(file, bundle), 'utf8'));
}

/** Text in the page that is replaced by the model's data as JSON. */
export const MODEL_SLOT = '"the model"';

export type PageModel = ReturnType<typeof describe>;

/** Responds with the page, compressed if the client accepts that. API Gateway's HTTP API does not compress. */
export function pageRoute(
  readPage: ReadPage,
  model: ModelInfo,
  contract: string,
  readSamples: () => Promise<readonly ShownSample[]>,
): (request: HttpRequest) => Promise<HttpResponse> {
  const make = lazy(async () => {
    const [{ html, contentSecurityPolicy }, samples] = await Promise.all([
      readPage(PAGE_FILE),
      readSamples(),
    ]);
    const shown = describe(model, contract, samples);
    // In a script element, `</` and `<!--` could end the text, so every `<` is escaped.
    const body = html.replace(MODEL_SLOT, () => JSON.stringify(shown).replaceAll('<', '\\u003c'));
    const gzip = gzipSync(body, { level: 9 }) as Buffer<ArrayBuffer>;
    return { page: document('text/html; charset=utf-8', body, contentSecurityPolicy), gzip };
  });
  return async ({ header }) => {
    const { page, gzip } = await make();
    const headers = { ...page.headers, vary: 'accept-encoding' };
    if (!takesGzip(header('accept-encoding') ?? '')) return { ...page, headers };
    return { ...page, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzip };
  };
}

function describe(model: ModelInfo, contract: string, samples: readonly ShownSample[]) {
  const { name, pipeline, title, hint, version, deadlineMilliseconds, page = {} } = model;
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
    samples,
    /** Whether a request may have candidate labels. They need a model with a label for entailment. */
    takesCandidateLabels: entailmentOf(model.labels?.labels ?? []) !== -1,
    /** Number of labels of `GET /labels`; 0 if the model has no list of labels. */
    labels: model.labels?.labels.length ?? 0,
    others: model.models.filter((other) => other.name !== name).map(({ name, title }) => ({ name, title })),
  };
}

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

/** Whether an Accept-Encoding list (RFC 9110, 12.5.3) has gzip with a weight above zero. */
function takesGzip(codings: string): boolean {
  return codings.split(',').some((coding) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(coding));
}

/** Caches the result of the first call; after an error, the next call tries again. */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
