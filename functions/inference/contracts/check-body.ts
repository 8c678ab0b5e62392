/** Checks what a request holds against a contract's schema, and says where it differs. */
import * as v from 'valibot';
import { type FieldError, Problem } from '../problems/problems.ts';

/**
 * @param subject what the message calls a value that has no fields
 * @throws {Problem} `invalid-request`, with a JSON pointer per wrong field
 */
export function checkBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
  subject = 'The body',
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  const errors = parsed.issues.map(
    (issue): FieldError => ({ pointer: pointerTo(issue), detail: describe(issue) }),
  );
  const [first] = errors;
  throw new Problem('invalid-request', `${first?.pointer || subject} ${first?.detail}.`, { errors });
}

function pointerTo(issue: v.BaseIssue<unknown>): string {
  return (issue.path ?? []).map(({ key }) => `/${key}`).join('');
}

/** What would be right and what came, without quoting a caller's text at length. */
function describe(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'is missing';
  if (issue.expected === null) return issue.message;
  const received = issue.received.length > 40 ? `${issue.received.slice(0, 40)}…` : issue.received;
  const expected = issue.type.endsWith('_length') ? `length ${issue.expected}` : issue.expected;
  return `must be ${expected}, not ${received}`;
}
