/** Tables of samples: CSV files with a heading, of which one column is what is right. */
import { readFileSync } from 'node:fs';
import { UsageError } from '../project/usage-error.ts';

/** A row of a table. */
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
export function readTable(file: string, label = 'label'): LabelledRow[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--csv ${file} cannot be read: ${(error as Error).message}`);
  }
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
