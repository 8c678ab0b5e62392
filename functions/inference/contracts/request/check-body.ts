/** Checks what a request holds against a contract's schema, and says where it differs. */
import * as v from 'valibot';
import { type FieldError, Problem } from '../../problems/problems.ts';

/**
 * An object with these fields and no others: an unknown one may be misspelt, or ask for what would change the response. An issue
 * of such a field is worded by `checkBody`.
 */
export const strictFields = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, `is unknown: the fields are ${Object.keys(entries).join(', ')}`);

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
  const errors = parsed.issues
    .flatMap(withinUnions)
    .map((issue): FieldError => ({ pointer: pointerTo(issue), detail: describe(issue) }));
  const [first] = errors;
  throw new Problem('invalid-request', `${first?.pointer || subject} ${first?.detail}.`, { errors });
}

/** Where a value is one of several kinds, what is wrong within it, if anything, says more than that it is none of them. */
function withinUnions(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown>[] {
  const within = issue.type === 'union' ? (issue.issues?.filter(({ path }) => path) ?? []) : [];
  if (within.length === 0) return [issue];
  return within.map((inner) => ({ ...inner, path: [...(issue.path ?? []), ...inner.path!] }) as never);
}

function pointerTo(issue: v.BaseIssue<unknown>): string {
  return (issue.path ?? []).map(({ key }) => `/${escaped(shortened(String(key)))}`).join('');
}

/** As a JSON pointer has it (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

const MOST_QUOTED = 40;

function shortened(text: string): string {
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
}

/** What would be right and what came, without quoting a caller's text at length. */
function describe(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'is missing';
  if (issue.expected === null || issue.expected === 'never') return issue.message;
  const expected = issue.type.endsWith('_length') ? `length ${issue.expected}` : issue.expected;
  return `must be ${expected}, not ${shortened(issue.received)}`;
}
