const COLUMNS = 100;
const INDENT = 4;

/** Spaces outside of backticks. Text in backticks is not broken, because it is a command that people paste as a whole. */
const BETWEEN_WORDS = / (?=(?:[^`]*`[^`]*`)*[^`]*$)/;

/** A Markdown table. */
const TABLE = /^\|.*(?:\n\|.*)*/gm;

/**
 * Breaks lines between words for a terminal of 100 columns, and indents the continuation. A wider Markdown table becomes a list
 * with a point for each row.
 */
export function fitColumns(text: string): string {
  return text
    .replaceAll(TABLE, (table) => (isWide(table) ? listed(table) : table))
    .split('\n')
    .flatMap((line) => (isWide(line) ? broken(line) : [line]))
    .join('\n');
}

function isWide(text: string): boolean {
  return text.split('\n').some(({ length }) => length > COLUMNS);
}

/** A table as a list. A cell of a right-aligned column is a number, so the head of the column stands before it. */
function listed(table: string): string {
  const [heads = [], alignments = [], ...rows] = table.split('\n').map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  const points = rows.map(([name, ...cells]) => {
    const parts = cells.map((cell, column) => {
      const isNumber = alignments[column + 1]?.endsWith(':');
      return isNumber ? `${heads[column + 1]} ${cell}` : cell;
    });
    return `- ${name}: ${parts.join(', ')}`;
  });
  return points.join('\n');
}

/** Breaks long lines of a help text. The rest of a line joins the next line if both belong to one paragraph or description. */
export function fitHelp(text: string): string {
  const waiting = text.split('\n');
  const lines: string[] = [];
  for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
    // A description begins after a gap or after the placeholder of a value. A point of a list begins after its hyphen.
    const margin = ' '.repeat(/^(?:- | *(?:\S.*?(?: {2,}|> )(?=\S))?)/.exec(line)![0].length);
    const end = line.length > COLUMNS ? line.lastIndexOf(' ', COLUMNS) : 0;
    const isBroken = end > margin.length;
    lines.push(isBroken ? line.slice(0, end) : line);
    if (!isBroken) continue;
    const [next = ''] = waiting;
    const goesOn = next.startsWith(margin) && /[^\s-]/.test(next.charAt(margin.length));
    const rest = margin + line.slice(end + 1);
    waiting.splice(0, goesOn ? 1 : 0, goesOn ? `${rest} ${next.trimStart()}` : rest);
  }
  return lines.join('\n');
}

function broken(line: string): string[] {
  const margin = ' '.repeat(line.search(/\S/) + INDENT);
  const lines: string[] = [];
  for (const word of line.trimStart().split(BETWEEN_WORDS)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= COLUMNS) lines.push(`${lines.pop()} ${word}`);
    else lines.push(last === undefined ? `${margin.slice(INDENT)}${word}` : `${margin}${word}`);
  }
  return lines;
}
