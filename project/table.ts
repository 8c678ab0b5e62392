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
