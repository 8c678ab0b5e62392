/** Parts of an OpenAPI 3.1 document, made from what checks and answers requests, so that the two cannot differ. */
import { toJsonSchema as convert } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemName, problemType } from '../service/problems.ts';

export type JsonSchema = Record<string, unknown>;

const ANSWER_HEADERS = {
  'x-subsecond-cache':
    '`hit` (answered before), `miss`, `degraded` (table out of reach) or `off` (no id, or no table).',
  'x-subsecond-members':
    'Models that were asked, of those that there are: `3/3`; `2/3; decided` where the others could not have changed ' +
    'the answer, `2/3; shortened` where there was no time for them, `0/3; fallback` where there was time for none.',
  'x-subsecond-start': '`cold` when this request waited for the start of its environment, else `warm`.',
  'server-timing': 'Milliseconds of each step.',
};

/** The JSON Schema (2020-12) of a valibot schema. What no keyword can say stands in its description. */
export function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = convert(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    ignoreActions: ['check'],
  });
  return converted;
}

/** The headers that every answer has. */
export function answerHeaders(): JsonSchema {
  return Object.fromEntries(
    Object.entries(ANSWER_HEADERS).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );
}

/** One response per status, naming the problems that come with it. */
export function problemResponses(): JsonSchema {
  const byStatus: Record<number, string[]> = {};
  for (const [name, { status, title }] of Object.entries(PROBLEMS)) {
    byStatus[status] ??= [];
    byStatus[status].push(`${title}: \`${problemType(name as ProblemName)}\`.`);
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, lines]) => [
      status,
      { description: lines.join(' '), content: contentOf('Problem', PROBLEM_MEDIA_TYPE) },
    ]),
  );
}

/** A question and its answer, both JSON, with problem details for errors. */
export function jsonOperation(summary: string, question: string, answer: string): JsonSchema {
  return {
    summary,
    requestBody: { required: true, content: contentOf(question) },
    responses: {
      200: { description: 'Answered', headers: answerHeaders(), content: contentOf(answer) },
      ...problemResponses(),
    },
  };
}

/** A body with a schema of `components.schemas`. */
export function contentOf(schema: string, mediaType = 'application/json'): JsonSchema {
  return { [mediaType]: { schema: { $ref: `#/components/schemas/${schema}` } } };
}
