/** The response of `GET /labels`: the possible labels. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import type { InformationRoute, ModelInfo } from '../contracts/contract.ts';
import { header, jsonBody } from '../contracts/description/operation.ts';
import type { HttpRequest, HttpResponse } from '../contracts/http.ts';
import { Problem } from '../problems/problems.ts';
import { lazy } from './page.ts';

export const LabelsSchema = v.object({
  model: v.string(),
  version: v.pipe(v.string(), v.description('Version of the model.')),
  labels: v.pipe(v.array(v.string()), v.description("The labels, in the order of the members' outputs.")),
  reject: v.optional(v.pipe(v.string(), v.description('The reject label, if the model has one.'))),
});

const LABELS_SHOWN = 5;

/** Responds with the labels, or with 304 if the caller's copy is current. */
export function labelsRoute({ name: model, version, labels: list }: ModelInfo) {
  const make = lazy(() => {
    if (!list) {
      throw new Problem(
        'not-found',
        `The model ${model} has no labels: its predictions are not from a list.`,
      );
    }
    const body = JSON.stringify({ model, version, ...list });
    return { body, etag: `"${hash('sha256', body, 'base64url')}"` };
  });
  return {
    method: 'GET',
    path: '/labels',
    respond(request: HttpRequest): HttpResponse {
      const { body, etag } = make();
      const headers = { etag, 'cache-control': 'max-age=300' };
      if (names(request.header('if-none-match') ?? '', etag)) return { status: 304, headers };
      return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body };
    },
    describe() {
      const headers = { etag: header('Of this list.', '"kX9…"') };
      const { labels = [], ...reject } = list ?? {};
      return {
        operationId: 'labels',
        summary: 'All labels of the model; 304 if `if-none-match` has the current `etag`',
        parameters: [{ name: 'if-none-match', in: 'header', schema: { type: 'string' } }],
        gives: jsonBody(LabelsSchema, { model, version, labels: labels.slice(0, LABELS_SHOWN), ...reject }),
        headers,
        others: { 304: { description: 'The list has not changed.', headers } },
      };
    },
  } as const satisfies InformationRoute;
}

/** Whether `If-None-Match` (RFC 9110, 13.1.2) has the tag, which a proxy may have made a weak one. */
function names(condition: string, etag: string): boolean {
  return condition.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
}
