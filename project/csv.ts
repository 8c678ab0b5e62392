/** A cell of a table; nothing stands in one that is undefined or null. */
export type Cell = string | number | boolean | null | undefined;

/** A line of comma-separated values (RFC 4180), without its end. */
export function csvLine(cells: readonly Cell[]): string {
  return cells.map(quoted).join(',');
}

function quoted(cell: Cell): string {
  const text = String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
