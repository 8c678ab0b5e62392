/** Error responses as OpenAPI components: one response for each status, with an example of each problem. */
import { GATEWAY_PROBLEMS } from '../../problems/gateway-problems.ts';
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemDetails, problemType } from '../../problems/problems.ts';
import { header, type JsonSchema } from './operation.ts';

/** Statuses that any request can get; the others depend on a body or a path. */
const OF_ANY_REQUEST = [401, 429, 431, 500, 502, 503, 504];

/** The form in which a contract writes problems. The gateway, which knows no contract, writes problem details. */
export interface ErrorForm {
  /** Name of the form's schema, and prefix of the names of its responses. */
  readonly schema: string;
  readonly mediaType: string;
  bodyOf(problem: ProblemDetails): unknown;
}

export const PROBLEM_FORM: ErrorForm = {
  schema: 'Problem',
  mediaType: PROBLEM_MEDIA_TYPE,
  bodyOf: (problem) => problem,
};

interface Named {
  readonly name: string;
  readonly problem: ProblemDetails;
}

export const ownProblems = named(PROBLEMS);

/** Problems of the gateway or server in front of the service. */
export const gatewayProblems = named(GATEWAY_PROBLEMS);

function named(problems: Readonly<Record<string, Omit<ProblemDetails, 'type'>>>): readonly Named[] {
  return Object.entries(problems).map(([name, { status, title, detail }]) => ({
    name,
    problem: { type: problemType(name), title, status, detail },
  }));
}

const STATUSES = [...new Set([...ownProblems, ...gatewayProblems].map(({ problem }) => problem.status))];

/** `components.responses` of a form, by name. */
export function errorComponents(form: ErrorForm): Record<string, JsonSchema> {
  return Object.fromEntries(
    STATUSES.map((status) => [`${form.schema}${status}`, describeStatus(status, form)]),
  );
}

/** The errors among the `responses` of an operation. */
export function errorResponses({ schema }: ErrorForm, takesBody: boolean): JsonSchema {
  const statuses = takesBody ? STATUSES : OF_ANY_REQUEST;
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${schema}${status}` }]),
  );
}

function describeStatus(status: number, form: ErrorForm): JsonSchema {
  const written = [
    ...ownProblems.map((named) => ({ form, ...named })),
    ...gatewayProblems.map((named) => ({ form: PROBLEM_FORM, ...named })),
  ].filter(({ problem }) => problem.status === status);
  const content: Record<string, JsonSchema> = {};
  for (const { form, name, problem } of written) {
    const { schema, mediaType, bodyOf } = form;
    content[mediaType] ??= { schema: { $ref: `#/components/schemas/${schema}` }, examples: {} };
    const examples = content[mediaType].examples as JsonSchema;
    examples[name] = { summary: problem.title, value: bodyOf(problem) };
  }
  const headers = headersOf(status);
  return {
    description: written.map(({ problem }) => `${problem.title}: \`${problem.type}\`.`).join(' '),
    ...(headers && { headers }),
    content,
  };
}

function headersOf(status: number): JsonSchema | undefined {
  if (status === 405) return { allow: header('The accepted methods.', 'POST') };
  if (status !== 429 && status !== 503) return undefined;
  const description = 'Seconds to wait before another attempt. API Gateway does not send it.';
  return { 'retry-after': { description, schema: { type: 'integer', minimum: 1 }, example: 1 } };
}
