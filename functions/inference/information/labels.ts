/** The response of `GET /labels`: the possible labels. */
import * as v from 'valibot';
import type { InformationRoute, ModelInfo } from '../contracts/contract.ts';
import { jsonBody } from '../contracts/description/operation.ts';
import { json } from '../contracts/http.ts';

export const LabelsSchema = v.object({
  model: v.string(),
  version: v.pipe(v.string(), v.description('Version of the model.')),
  labels: v.pipe(v.array(v.string()), v.description("The labels, in the order of the members' outputs.")),
  reject: v.optional(v.pipe(v.string(), v.description('The reject label, if the model has one.'))),
});

const LABELS_SHOWN = 5;

export function labelsRoute({ name: model, version, labels: list }: ModelInfo) {
  const { labels = [], ...reject } = list ?? {};
  return {
    method: 'GET',
    path: '/labels',
    respond: () => json(200, { model, version, ...list }, { 'cache-control': 'max-age=300' }),
    describe: () => ({
      operationId: 'labels',
      summary: 'All labels of the model',
      gives: jsonBody(LabelsSchema, { model, version, labels: labels.slice(0, LABELS_SHOWN), ...reject }),
    }),
  } as const satisfies InformationRoute;
}
