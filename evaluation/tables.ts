/** Reads files of samples: CSV with a heading and a column of labels, or one JSON object per line. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { UsageError } from '../project/usage-error.ts';

export interface LabelledRow {
  /** Name of the row, such as `row 7`, with the number in a spreadsheet: the heading is row 1. */
  readonly name: string;
  readonly label: string;
  /** Cells of the other columns, by their headings. */
  readonly cells: ReadonlyMap<string, string>;
}

/** RFC 4180 with any line ends; a quote within an unquoted cell is an ordinary character. */
const CSV = {
  bom: true,
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
};

/**
 * Reads a CSV file in UTF-8. @param label heading of the column of labels @throws {UsageError} if it cannot be read, has no
 * such column, or rows of different lengths
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
 * Reads a file with one JSON object per line; empty lines are skipped.
 * @param option that names the file
 * @param wanted content of a line, for messages
 * @throws {Error} naming the invalid line
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

/** Reads and parses a file that an option names. @throws {Failure} if it cannot be read or parsed */
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
