/** The OpenAPI 3.1 description of the service, made from its contracts and its list of problems. */
import type { Contract, TaskInfo } from '../contracts/contract.ts';
import { ExplanationSchema } from '../service/explain.ts';
import { HealthSchema } from '../service/health.ts';
import { ProblemSchema } from '../service/problems.ts';
import { contentOf, type JsonSchema, problemResponses, toJsonSchema } from './describe.ts';

/** The document that `GET /openapi.json` gives. */
export function createOpenApi(
  { title, version }: TaskInfo,
  contracts: readonly Contract[],
  explains: boolean,
): JsonSchema {
  const descriptions = contracts.map((contract) => contract.describe());
  const names = contracts.map(({ name }) => `\`${name}\``).join(', ');
  return {
    openapi: '3.1.1',
    info: {
      title: `Subsecond: ${title}`,
      version,
      description: `Contracts ${names}. The same request id always gets the same answer.`,
    },
    // Beside this document, also where both lie under a path of their own.
    servers: [{ url: '.' }],
    paths: {
      // The first contract that has an address answers it.
      ...Object.assign({}, ...descriptions.map(({ paths }) => paths).reverse()),
      ...(explains && { '/explain': { post: explanation(contracts[0] as Contract) } }),
      '/healthz': {
        get: {
          summary: 'Ready when every model is',
          responses: { 200: { description: 'Ready', content: contentOf('Health') } },
        },
      },
    },
    components: {
      schemas: {
        ...Object.assign({}, ...descriptions.map(({ schemas }) => schemas)),
        Explanation: { ...toJsonSchema(ExplanationSchema), title: 'Explanation' },
        Health: toJsonSchema(HealthSchema),
        Problem: toJsonSchema(ProblemSchema),
      },
    },
  };
}

/** `/explain` takes what the first contract's question route takes. */
function explanation(contract: Contract): JsonSchema {
  const asked = contract.routes.find((route) => 'parse' in route);
  const { post } = (contract.describe().paths[asked?.path ?? ''] ?? {}) as { post?: JsonSchema };
  return {
    ...post,
    summary: 'The answer, and how it came about',
    responses: { 200: { description: 'Answered', content: contentOf('Explanation') }, ...problemResponses() },
  };
}
