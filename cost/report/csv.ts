import { type Cell, csvLine } from '../../project/csv.ts';

type Row = Readonly<Record<string, Cell>>;

/**
 * Any JSON value as one CSV (RFC 4180) with everything that is in it: an object is a row of the table that is named
 * after it, with a column for each figure in it (`period.label`); a list of objects is a table of as many rows. The
 * first column names the table, so that one header serves all.
 */
export function toCsv(value: object): string {
  // What JSON leaves out or turns into null, CSV does too.
  const tables = collect(JSON.parse(JSON.stringify(value)), 'summary');
  const columns = [...new Set(tables.flatMap(({ row }) => Object.keys(row)))];
  const lines = tables.map(({ table, row }) => [table, ...columns.map((column) => row[column] ?? '')]);
  return [['table', ...columns], ...lines].map(csvLine).join('\r\n');
}

interface Entry {
  readonly table: string;
  readonly row: Row;
}

/** The rows of a value, and those of the lists within it. */
function collect(value: unknown, table: string): Entry[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => collect(isPlain(item) ? { value: item } : item, table));
  }
  const row: Record<string, Cell> = {};
  const inner: Entry[] = [];
  const isRoot = table === 'summary';
  const visit = (object: object, prefix: string) => {
    for (const [name, part] of Object.entries(object) as [string, unknown][]) {
      if (isPlain(part)) {
        row[prefix + name] = part;
      } else if (Array.isArray(part) || isRoot) {
        inner.push(...collect(part, isRoot ? name : `${table}.${prefix}${name}`));
      } else {
        visit(part as object, `${prefix}${name}.`);
      }
    }
  };
  visit(value as object, '');
  return [...(Object.keys(row).length > 0 ? [{ table, row }] : []), ...inner];
}

function isPlain(value: unknown): value is Cell {
  return value === null || typeof value !== 'object';
}
