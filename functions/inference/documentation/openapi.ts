/** The OpenAPI 3.1 description of the service, made from its contract and its list of problems. */
import type { Contract } from '../contracts/contract.ts';
import { ExplanationSchema } from '../explain.ts';
import { HealthSchema } from '../health.ts';
import { PROBLEM_MEDIA_TYPE, PROBLEMS, ProblemSchema, problemType } from '../problems.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

/** What the description says about this deployment. */
export interface Deployment {
  readonly task: string;
  /** Version of the ensemble. */
  readonly version: string;
}

const ANSWER_HEADERS = {
  'x-subsecond-cache': '`hit` (answered before), `miss`, `degraded` (table out of reach) or `off`.',
  'x-subsecond-members':
    'Models that were asked, of those that there are: `3/3`; `2/3; decided` where the others could not have changed ' +
    'the answer, `2/3; shortened` where there was no time for them.',
  'x-subsecond-start': '`cold` when this request waited for the start of its environment, else `warm`.',
  'server-timing': 'Milliseconds of each step.',
};

/** The document that `GET /openapi.json` gives. */
export function createOpenApi(contract: Contract, { task, version }: Deployment): JsonSchema {
  return {
    openapi: '3.1.1',
    info: {
      title: `Subsecond: ${task}`,
      version,
      description: `Contract \`${contract.name}\`. The same request id always gets the same answer.`,
    },
    // Beside this document, also where both lie under a secret path.
    servers: [{ url: '.' }],
    paths: {
      [contract.path]: {
        post: question('The answer to one picture', '#/components/schemas/Reply'),
      },
      '/explain': {
        post: question('The answer, and how it came about', '#/components/schemas/Explanation'),
      },
      '/healthz': {
        get: {
          summary: 'Ready when every model is',
          responses: { 200: content('Ready', '#/components/schemas/Health') },
        },
      },
    },
    components: {
      schemas: {
        Question: toJsonSchema(contract.requestSchema),
        Reply: toJsonSchema(contract.replySchema),
        Explanation: explanation(),
        Health: toJsonSchema(HealthSchema),
        Problem: toJsonSchema(ProblemSchema),
      },
    },
  };
}

function question(summary: string, reply: string): JsonSchema {
  const headers = Object.fromEntries(
    Object.entries(ANSWER_HEADERS).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );
  return {
    summary,
    requestBody: { required: true, ...content('', '#/components/schemas/Question') },
    responses: { 200: { ...content('Answered', reply), headers }, ...problems() },
  };
}

function explanation(): JsonSchema {
  return {
    allOf: [{ $ref: '#/components/schemas/Reply' }, toJsonSchema(ExplanationSchema)],
    title: 'Explanation',
  };
}

/** One response per status, naming the problems that come with it. */
function problems(): JsonSchema {
  const byStatus: Record<number, string[]> = {};
  for (const [name, { status, title }] of Object.entries(PROBLEMS)) {
    byStatus[status] ??= [];
    byStatus[status].push(`${title}: \`${problemType(name as keyof typeof PROBLEMS)}\`.`);
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, lines]) => [
      status,
      content(lines.join(' '), '#/components/schemas/Problem', PROBLEM_MEDIA_TYPE),
    ]),
  );
}

function content(description: string, $ref: string, mediaType = 'application/json'): JsonSchema {
  return { ...(description ? { description } : {}), content: { [mediaType]: { schema: { $ref } } } };
}
