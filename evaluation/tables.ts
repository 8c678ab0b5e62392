/** Files of samples that are rows: CSV with a heading, of which one column is what is right, or one JSON object a line. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { UsageError } from '../project/usage-error.ts';

export interface LabelledRow {
  /** Such as `row 7`, by the lines of people's spreadsheets: the heading is row 1. */
  readonly name: string;
  readonly label: string;
  /** Cells of the other columns, by their headings. */
  readonly cells: ReadonlyMap<string, string>;
}

/**
 * Reads a CSV file in UTF-8 (RFC 4180).
 *
 * @param label heading of the column of labels
 * @throws {UsageError} where it cannot be read, has no such column, or rows of another length
 */
export async function readTable(file: string, label = 'label'): Promise<LabelledRow[]> {
  const text = await readText('csv', file, UsageError);
  const [heading = [], ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  if (!heading.includes(label) || rows.length === 0) {
    const columns = heading.map((column) => `"${column}"`).join(', ');
    throw new UsageError(`--csv ${file} needs rows, and a column "${label}" (--label): it has ${columns}`);
  }
  return rows.map((row, index) => {
    const name = `row ${index + 2}`;
    if (row.length !== heading.length) {
      throw new UsageError(`${file}, ${name} has ${row.length} cells, the heading ${heading.length}`);
    }
    const cells = new Map(heading.map((column, place) => [column, row[place]!]));
    const right = cells.get(label)!;
    cells.delete(label);
    return { name, label: right, cells };
  });
}

/** A quoted cell or a plain one, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/gy;

function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [all, quoted, plain = '', end] of text.matchAll(CELL)) {
    if (all === '' && row.length === 0) break;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
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
  const text = await readText(option, file, Error);
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

function readText(option: string, file: string, Failure: new (message: string) => Error): Promise<string> {
  return readFile(file, 'utf8').catch(({ message }: Error) => {
    throw new Failure(`--${option} ${file} cannot be read: ${message}`);
  });
}
