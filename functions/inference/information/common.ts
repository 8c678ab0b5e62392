/** The addresses of every model, whatever its contracts. */
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Contract, ModelInfo } from '../contracts/contract.ts';
import { ProblemSchema } from '../problems/problems.ts';
import { HealthSchema, healthRoute } from './health.ts';
import { LabelsSchema, labelsRoute } from './labels.ts';

export function commonRoutes(model: ModelInfo, cache: ResponseCache | undefined): Contract {
  return {
    name: 'model',
    summary: 'Routes of every model, whatever its contracts',
    routes: [...(model.labels ? [labelsRoute(model)] : []), healthRoute(model, cache)],
    schemas: { ...(model.labels && { Labels: LabelsSchema }), Health: HealthSchema, Problem: ProblemSchema },
  };
}
