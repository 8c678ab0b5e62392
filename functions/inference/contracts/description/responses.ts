/** Error responses as OpenAPI components: a response for each form of problems, with an example of each problem. */
import { GATEWAY_PROBLEMS } from '../../problems/gateway-problems.ts';
import { PROBLEMS, type ProblemDetails, problemType } from '../../problems/problems.ts';
import { type ErrorForm, PROBLEM_FORM } from '../http.ts';
import type { JsonSchema } from './operation.ts';

export const ownProblems = named(PROBLEMS);

/** Problems of the gateway or server in front of the service. */
export const gatewayProblems = named(GATEWAY_PROBLEMS);

function named(problems: Readonly<Record<string, Omit<ProblemDetails, 'type'>>>) {
  return Object.entries(problems).map(([name, { status, title, detail }]) => ({
    name,
    problem: { type: problemType(name), title, status, detail },
  }));
}

const HEADERS = {
  'retry-after': {
    description: 'Seconds to wait, with 429 and 503. Missing in responses of API Gateway itself.',
    schema: { type: 'integer', minimum: 1 },
  },
  allow: { description: 'The accepted methods, with 405.', schema: { type: 'string' } },
};

/** The response to every failed request. The service writes problems in `form`, the local server as problem details. */
export function errorResponse(form: ErrorForm): JsonSchema {
  const own = ownProblems.map((named) => ({ form, ...named }));
  const gateways = gatewayProblems.map((named) => ({ form: PROBLEM_FORM, ...named }));
  const content: Record<string, { readonly schema: JsonSchema; readonly examples: JsonSchema }> = {};
  for (const { form, name, problem } of [...own, ...gateways]) {
    const { schema, mediaType, bodyOf } = form;
    content[mediaType] ??= { schema: { $ref: `#/components/schemas/${schema}` }, examples: {} };
    content[mediaType].examples[name] = {
      summary: `${problem.status}: ${problem.title}`,
      value: bodyOf(problem),
    };
  }
  return { description: 'The reason why the request failed.', headers: HEADERS, content };
}
