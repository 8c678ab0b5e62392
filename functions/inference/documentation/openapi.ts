/** The OpenAPI 3.1 description of the service, made from its contracts and its lists of problems. */
import * as v from 'valibot';
import type { Contract, ContractDescription, ModelInfo } from '../contracts/contract.ts';
import { type JsonSchema, toJsonSchema } from '../contracts/description/json-schema.ts';
import { errorComponents, PROBLEM_FORM } from '../contracts/description/responses.ts';
import { ExplanationSchema } from '../information/explain.ts';
import { HealthSchema } from '../information/health.ts';
import { LabelsSchema } from '../information/labels.ts';
import { ProblemSchema } from '../problems/problems.ts';
import { commonPaths, type Operations, withExamples } from './common-paths.ts';

export const COMMON_TAG = 'model';

const GatewayMessageSchema = v.pipe(
  v.object({ message: v.string() }),
  v.description('What API Gateway says by itself.'),
);

/** The document that `GET /openapi.json` gives. */
export function createOpenApi(
  model: ModelInfo,
  contracts: readonly Contract[],
  explains: boolean,
): JsonSchema {
  const descriptions = contracts.map((contract) => ({ name: contract.name, ...contract.describe() }));
  const names = contracts.map(({ name }) => `\`${name}\``).join(', ');
  const schemas: Record<string, JsonSchema> = {
    ...Object.assign({}, ...descriptions.map((description) => description.schemas)),
    ...(explains && { Explanation: { ...toJsonSchema(ExplanationSchema), title: 'Explanation' } }),
    ...(model.labels && { Labels: toJsonSchema(LabelsSchema) }),
    Health: toJsonSchema(HealthSchema),
    Problem: toJsonSchema(ProblemSchema),
    GatewayMessage: toJsonSchema(GatewayMessageSchema),
  };
  const paths: Record<string, Operations> = {
    // The first contract that has an address serves it.
    ...Object.assign(
      {},
      ...descriptions.map(({ name, paths }) => mapOperations(paths, tagged(name))).reverse(),
    ),
    ...mapOperations(commonPaths(model, contracts[0] as Contract, explains, schemas), tagged(COMMON_TAG)),
  };
  return {
    openapi: '3.1.1',
    info: {
      title: `Subsecond: ${model.title}`,
      version: model.version,
      description: `Contracts ${names}. A repeated id gets the first response.`,
    },
    // Beside this document, also where both lie under a path of their own.
    servers: [{ url: '.' }],
    tags: [
      ...descriptions.map(({ name, summary }) => ({ name, description: `${summary}.` })),
      { name: COMMON_TAG, description: 'What every model has, whatever its contracts.' },
    ],
    paths: mapOperations(paths, (operation) => withExamples(operation, schemas)),
    components: {
      schemas,
      responses: Object.assign(
        errorComponents(PROBLEM_FORM),
        ...descriptions.map(({ errors }) => errors && errorComponents(errors)),
      ),
    },
  };
}

const tagged = (tag: string) => (operation: JsonSchema) => ({ tags: [tag], ...operation });

function mapOperations(
  paths: ContractDescription['paths'],
  change: (operation: JsonSchema) => JsonSchema,
): Record<string, Operations> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, change(operation as JsonSchema)]),
      ),
    ]),
  );
}
