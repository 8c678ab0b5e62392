/** Every response that is an error, as OpenAPI components: one response for each status, with an example of each problem. */
import { API_GATEWAY_MESSAGES, GATEWAY_PROBLEMS } from '../../problems/gateway-problems.ts';
import {
  PROBLEM_MEDIA_TYPE,
  PROBLEMS,
  type ProblemDetails,
  type ProblemName,
  problemType,
} from '../../problems/problems.ts';
import type { JsonSchema } from './json-schema.ts';

/** What any request can get, whatever is in it; the others come of what a body or a path holds. */
const OF_ANY_REQUEST = [401, 403, 429, 431, 500, 502, 503, 504];

/** How a contract writes the function's problems; the gateway, which knows no contract, has a form of its own. */
export interface ErrorForm {
  /** What the names of its responses begin with. */
  readonly prefix: string;
  readonly mediaType: string;
  readonly schema: string;
  bodyOf(problem: ProblemDetails): unknown;
}

export const PROBLEM_FORM: ErrorForm = {
  prefix: 'Problem',
  mediaType: PROBLEM_MEDIA_TYPE,
  schema: 'Problem',
  bodyOf: (problem) => problem,
};

interface Named {
  readonly name: string;
  readonly problem: ProblemDetails;
}

export const ownProblems: readonly Named[] = (Object.keys(PROBLEMS) as ProblemName[]).map((name) => {
  const { status, title, example: detail } = PROBLEMS[name];
  return { name, problem: { type: problemType(name), title, status, detail } };
});

/** Those of whatever stands before it. */
export const gatewayProblems: readonly Named[] = Object.entries(GATEWAY_PROBLEMS).map(([name, details]) => ({
  name,
  problem: { type: `urn:subsecond:problem:${name}`, ...details },
}));

const STATUSES = [
  ...new Set([
    ...[...ownProblems, ...gatewayProblems].map(({ problem }) => problem.status),
    ...Object.keys(API_GATEWAY_MESSAGES).map(Number),
  ]),
].sort((one, other) => one - other);

/** `components.responses` of a form, by name. */
export function errorComponents(form: ErrorForm): Record<string, JsonSchema> {
  return Object.fromEntries(STATUSES.map((status) => [nameOf(form, status), describeStatus(status, form)]));
}

/** `responses` of an operation that takes a request. */
export function problemResponses(form: ErrorForm = PROBLEM_FORM): JsonSchema {
  return references(STATUSES, form);
}

/** `responses` of an operation that takes no body. */
export function failureResponses(form: ErrorForm = PROBLEM_FORM): JsonSchema {
  return references(OF_ANY_REQUEST, form);
}

function references(statuses: readonly number[], form: ErrorForm): JsonSchema {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(form, status)}` }]),
  );
}

function nameOf({ prefix }: ErrorForm, status: number): string {
  return `${prefix}${status}`;
}

function describeStatus(status: number, form: ErrorForm): JsonSchema {
  const own = ownProblems.filter(({ problem }) => problem.status === status);
  const before = gatewayProblems.filter(({ problem }) => problem.status === status);
  const message = API_GATEWAY_MESSAGES[status];
  const content: Record<string, JsonSchema> = {};
  add(form.mediaType, form.schema, own, form.bodyOf);
  add(PROBLEM_FORM.mediaType, PROBLEM_FORM.schema, before, PROBLEM_FORM.bodyOf);
  if (message !== undefined) {
    const problem = { type: '', title: 'What API Gateway says on AWS', status, detail: message };
    add('application/json', 'GatewayMessage', [{ name: 'api-gateway', problem }], () => ({ message }));
  }
  const lines = [...own, ...before].map(({ problem }) => `${problem.title}: \`${problem.type}\`.`);
  const headers = headersOf(status);
  return {
    description: lines.length > 0 ? lines.join(' ') : `API Gateway on AWS: ${message}.`,
    ...(headers && { headers }),
    content,
  };

  /** A media type that two of them have takes either body. */
  function add(mediaType: string, schema: string, problems: readonly Named[], bodyOf: ErrorForm['bodyOf']) {
    if (problems.length === 0) return;
    const there = content[mediaType];
    const $ref = `#/components/schemas/${schema}`;
    const examples = problems.map(({ name, problem }) => [
      name,
      { summary: problem.title, value: bodyOf(problem) },
    ]);
    content[mediaType] = {
      schema: there && !isSame(there.schema, $ref) ? { anyOf: [there.schema, { $ref }] } : { $ref },
      examples: { ...(there?.examples as object), ...Object.fromEntries(examples) },
    };
  }
}

function isSame(schema: unknown, $ref: string): boolean {
  return (schema as { $ref?: string }).$ref === $ref;
}

function headersOf(status: number): JsonSchema | undefined {
  if (status === 405) {
    return {
      allow: { description: 'The accepted methods.', schema: { type: 'string' }, example: 'POST' },
    };
  }
  if (status !== 429 && status !== 503) return undefined;
  const description = 'Seconds to wait before another attempt. API Gateway does not send it.';
  return { 'retry-after': { description, schema: { type: 'integer', minimum: 1 }, example: 1 } };
}
