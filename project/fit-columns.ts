const COLUMNS = 100;
const INDENT = 4;

/** Spaces outside of backticks, because text in backticks is a command, which people paste as a whole. */
const BETWEEN_WORDS = / (?=(?:[^`]*`[^`]*`)*[^`]*$)/;

/** Breaks lines between words for a terminal of 100 columns, and indents the continuation. Rows of Markdown tables stay whole. */
export function fitColumns(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => (line.length > COLUMNS && !line.startsWith('|') ? broken(line) : [line]))
    .join('\n');
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
