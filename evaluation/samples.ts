/** The samples that are evaluated, one after the other, and what came of them. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';

/** What an evaluation has shown, for people and for programs. */
export interface Report {
  readonly text: string;
  /** JSON. */
  readonly content: object;
}

/**
 * Chooses among samples by their names.
 *
 * @param names undefined: all of them
 * @param place where they come from, for messages
 * @throws {Error} when there is none
 */
export function onlyNamed<Named extends { readonly name: string }>(
  names: ReadonlySet<string> | undefined,
  found: readonly Named[],
  place: string,
): Named[] {
  if (found.length === 0) throw new Error(`${place}: none has a label`);
  const samples = found.filter(({ name }) => names === undefined || names.has(name));
  if (samples.length > 0) return samples;
  throw new Error(`--only names no sample of ${place}; expected names such as "${found[0]?.name}"`);
}

/**
 * Reads a file of one JSON object a line; empty lines are none.
 *
 * @param option that names the file
 * @param wanted what a line holds, for messages
 * @throws {Error} naming the line that is none
 */
export async function readJsonLines<Schema extends v.GenericSchema>(
  option: string,
  file: string,
  schema: Schema,
  wanted: string,
): Promise<v.InferOutput<Schema>[]> {
  const text = await readFile(file, 'utf8').catch(({ message }: Error) => {
    throw new Error(`--${option} ${file} cannot be read: ${message}`);
  });
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const failure = (why: string) => new Error(`${file}, line ${index + 1} must be ${wanted}: ${why}`);
    let content: unknown;
    try {
      content = JSON.parse(line);
    } catch (error) {
      throw failure((error as Error).message);
    }
    const parsed = v.safeParse(schema, content, { abortEarly: true });
    if (parsed.success) return [parsed.output];
    const [issue] = parsed.issues;
    throw failure(`${v.getDotPath(issue) ?? 'it'} is wrong: ${issue.message}`);
  });
}

/** Values with how often each is there, in the order in which they came first. */
export function countBy<Value>(values: readonly Value[]): [value: Value, count: number][] {
  return [...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]);
}

/** Undefined where there is none. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

/** Share of the samples by the number of members that ran for them, fewest members first. */
export function membersRun(counts: readonly number[]): [members: number, share: number][] {
  const shares = countBy(counts).map(([members, count]): [number, number] => [
    members,
    count / counts.length,
  ]);
  return shares.sort(([one], [other]) => one - other);
}

/** The same in a line; none where it is not known. */
export function membersRunLines(counts: readonly number[]): string[] {
  if (counts.length === 0) return [];
  const shares = membersRun(counts).map(([members, share]) => `${members}: ${(100 * share).toFixed(1)} %`);
  return [`members run until the prediction is certain, samples   ${shares.join(', ')}`];
}
