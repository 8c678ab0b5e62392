/** Checks a request against a contract's schema, and reports where it differs. */
import * as v from 'valibot';
import { type FieldError, Problem } from '../../problems/problems.ts';

/**
 * @param subject name of the whole value in messages
 * @throws {Problem} `invalid-request`, with a JSON pointer for each wrong field
 */
export function checkBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
  subject = 'The body',
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  const found = parsed.issues
    .flatMap(withinUnions)
    .map((issue): FieldError => ({ pointer: pointerTo(issue), detail: describe(issue) }));
  // Valibot treats a list as an object whose fields are the indexes.
  const isList = Array.isArray(body) && schema.type.endsWith('object');
  const errors = isList ? [{ pointer: '', detail: 'must be an object, not a list' }] : found;
  const [first] = errors;
  throw new Problem('invalid-request', `${first?.pointer || subject} ${first?.detail}.`, { errors });
}

export const Natural = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A list whose length is checked before its items, because otherwise a long wrong list would cause a message for each item. */
export const shortList = <Item extends v.GenericSchema>(item: Item, least: number, most: number) =>
  v.pipe(
    v.array(v.unknown()),
    v.minLength(least),
    v.maxLength(most),
    v.array(item),
    v.metadata({ minItems: least, maxItems: most }),
  );

/** Replaces a union's issue "no option matches" by the issues within its options, which say more. */
function withinUnions(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown>[] {
  const tried = issue.type === 'union' ? (issue.issues ?? []) : [];
  const within = tried.filter(({ path, kind }) => path || kind === 'validation');
  if (within.length === 0) return [issue];
  return within.map((inner) => ({ ...inner, path: [...(issue.path ?? []), ...(inner.path ?? [])] }) as never);
}

/** The JSON pointer (RFC 6901) to the value that the issue is about. Long keys are shortened. */
function pointerTo(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map(({ key }) => shortened(String(key)));
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const MOST_QUOTED = 40;

function shortened(text: string): string {
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
}

const CHOICE = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const TYPES: Readonly<Record<string, string>> = {
  Object: 'an object',
  Array: 'a list',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
};

/** Says what would be right and what was received, without quoting long texts. */
function describe(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'is missing';
  if (issue.type.endsWith('integer')) return 'must be a whole number';
  if (issue.type === 'max_code_points' || issue.expected === null || issue.expected === 'never')
    return issue.message;
  const choices = issue.expected.replace(/^\(|\)$/g, '').split(' | ');
  const expected = CHOICE.format(choices.map((one) => TYPES[one] ?? one));
  const limit = expected.replace('>=', 'at least ').replace('<=', 'at most ');
  const right = issue.type.endsWith('_length') ? `have a length of ${limit}` : `be ${limit}`;
  return `must ${right}, not ${TYPES[issue.received] ?? shortened(issue.received)}`;
}
