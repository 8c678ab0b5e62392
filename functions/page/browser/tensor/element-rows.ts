/** Elements of a tensor as rows of a table. */

/** Maximum number of columns. A row with more elements is broken into parts. */
const MOST_COLUMNS = 8;
/** Number of elements in a part of a row: five numbers of six figures fit a phone's screen, and positions are easy to count. */
const COLUMNS_OF_PARTS = 5;

export interface ElementRows {
  /** Column headings; none for rows of one element, nor for parts, because a part begins with its first element's position. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * @param elements as they are shown, row by row
 * @param length of a row of the tensor
 */
export function elementRows(elements: readonly string[], length: number): ElementRows {
  if (length <= MOST_COLUMNS) {
    const heads = length > 1 ? Array.from({ length }, (_, index) => `${index}`) : [];
    return { heads, rows: partsOf(elements, Math.max(length, 1)) };
  }
  const isOneRow = elements.length <= length;
  const rows = partsOf(elements, length).flatMap((row, index) =>
    partsOf(row, COLUMNS_OF_PARTS).map((part, column) => {
      const start = column * COLUMNS_OF_PARTS;
      const empty = Array<string>(COLUMNS_OF_PARTS - part.length).fill('');
      return [isOneRow ? `[${start}]` : `[${index}, ${start}]`, ...part, ...empty];
    }),
  );
  return { heads: [], rows };
}

function partsOf(elements: readonly string[], length: number): (readonly string[])[] {
  return Array.from({ length: Math.ceil(elements.length / length) }, (_, index) =>
    elements.slice(index * length, (index + 1) * length),
  );
}
