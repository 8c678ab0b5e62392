/** The page for people at `GET /`. */
import { gzipSync } from 'node:zlib';
import type { TaskInfo } from '../contracts/contract.ts';
import type { PageOptions } from '../members/manifest.ts';
import type { HttpResponse } from './http.ts';
import type { RouteHandler } from './router.ts';
import type { ShownSample } from './samples.ts';

/** A finished page: one HTML document that needs no other file, and what it may do. */
export interface Page {
  /** Holds `TASK_PLACE` where the task is put. Read once, when somebody wants to see it. */
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** Where the page holds what it shows, as JSON. */
export const TASK_PLACE = '"the task"';

/** What the page knows of a task. */
export interface PageTask {
  readonly name: string;
  readonly kind: string;
  readonly title: string;
  readonly hint: string;
  readonly version: string;
  /** The contract that it asks by. */
  readonly contract: string;
  readonly inputs: TaskInfo['tensors']['inputs'];
  /** How many there are. */
  readonly members: number;
  readonly budgetMilliseconds: number;
  readonly page: PageOptions;
  readonly samples: readonly ShownSample[];
  /** Other tasks of the service. */
  readonly others: readonly { readonly name: string; readonly title: string }[];
}

/** Answers with the page, compressed for whoever takes it so. API Gateway's HTTP API does not compress. */
export function pageRoute(
  page: Page,
  task: TaskInfo,
  contract: string,
  readSamples: () => Promise<readonly ShownSample[]>,
): RouteHandler['respond'] {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'max-age=300',
    vary: 'accept-encoding',
  };
  let made: Promise<{ plain: HttpResponse; compressed: HttpResponse }> | undefined;
  const make = async () => {
    const shown = describe(task, contract, await readSamples());
    // Within a script element, only `</` and `<!--` could end the text.
    const body = page.html.replace(TASK_PLACE, () => JSON.stringify(shown).replaceAll('<', '\\u003c'));
    const gzip = gzipSync(body, { level: 9 }).toString('base64');
    const encoded = { ...headers, 'content-encoding': 'gzip' };
    return {
      plain: { statusCode: 200, headers, body },
      compressed: { statusCode: 200, headers: encoded, body: gzip, isBase64Encoded: true },
    };
  };
  return async ({ headers: asked }) => {
    made ??= make();
    const { plain, compressed } = await made;
    return takesGzip(asked?.['accept-encoding'] ?? '') ? compressed : plain;
  };
}

function describe(task: TaskInfo, contract: string, samples: readonly ShownSample[]): PageTask {
  const { name, kind, title, hint, version, budgetMilliseconds, page = {}, tensors, tasks } = task;
  return {
    name,
    kind,
    title,
    hint,
    version,
    contract,
    inputs: tensors.inputs,
    members: task.members.length,
    budgetMilliseconds,
    page,
    samples,
    others: tasks.filter((other) => other.name !== name).map(({ name, title }) => ({ name, title })),
  };
}

/** Whether a list of codings (RFC 9110, 12.5.3) has gzip, and not at a weight of zero. */
function takesGzip(codings: string): boolean {
  return codings.split(',').some((coding) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(coding));
}
