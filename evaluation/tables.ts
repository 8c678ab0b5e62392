/** Files of samples that are rows: CSV with a heading, of which one column is what is right, or one JSON object a line. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { UsageError } from '../project/usage-error.ts';

export interface LabelledRow {
  /** Such as `row 7`, by the lines of people's spreadsheets: the heading is row 1. */
  readonly name: string;
  readonly label: string;
  /** Cells of the other columns, by their headings. */
  readonly cells: ReadonlyMap<string, string>;
}

/** RFC 4180, line by line of whatever system; a quote within a plain cell is a character like others. */
const CSV = {
  bom: true,
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
};

/**
 * Reads a CSV file in UTF-8.
 *
 * @param label heading of the column of labels
 * @throws {UsageError} where it cannot be read, has no such column, or rows of another length
 */
export function readTable(file: string, label = 'label'): LabelledRow[] {
  const [heading = [], ...rows] = readNamed('csv', file, UsageError, (text) => parse(text, CSV));
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

/**
 * Reads a file of one JSON object a line; empty lines are none.
 *
 * @param option that names the file
 * @param wanted what a line holds, for messages
 * @throws {Error} naming the line that is none
 */
export function readJsonLines<Schema extends v.GenericSchema>(
  option: string,
  file: string,
  schema: Schema,
  wanted: string,
): v.InferOutput<Schema>[] {
  const lines = readNamed(option, file, Error, (text) => text.split('\n'));
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [v.parse(schema, JSON.parse(line), { abortEarly: true })];
    } catch (error) {
      const place = v.isValiError(error) ? `${v.getDotPath(error.issues[0]) ?? 'it'} is wrong: ` : '';
      throw new Error(`${file}, line ${index + 1} must be ${wanted}: ${place}${(error as Error).message}`);
    }
  });
}

/** What the file holds that an option names. @throws {Failure} where it cannot be read, or is no such file */
export function readNamed<Content>(
  option: string,
  file: string,
  Failure: new (message: string) => Error,
  read: (text: string) => Content,
): Content {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Failure(`--${option} ${file} cannot be read: ${(error as Error).message}`);
  }
}
