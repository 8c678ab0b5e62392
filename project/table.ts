/** Rows of cells as text. Columns in `left` (by default the first) are aligned to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[], left: readonly number[] = [0]): string {
  const columns = Math.max(...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row.map((cell, column) => cell[left.includes(column) ? 'padEnd' : 'padStart'](widths[column]!)),
    )
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}

/** Rows of a `table` with a column for each function, headed by the function's name. */
export function cellsOf<Item>(
  columns: Readonly<Record<string, (item: Item) => string>>,
  items: readonly Item[],
): [head: string[], ...rows: string[][]] {
  const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)));
  return [Object.keys(columns), ...rows];
}
