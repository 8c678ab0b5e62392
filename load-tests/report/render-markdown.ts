import { escapeText } from '../../project/escape-text.ts';

/** Renders the few Markdown constructs that our own report uses, as HTML. @param outcome class of its heading */
export function renderMarkdown(markdown: string, outcome: string): string {
  const blocks = markdown.trim().split('\n\n');
  return blocks
    .map((block) => {
      const lines = block.split('\n');
      if (block.startsWith('# ')) return `<h1 class="${outcome}">${inline(block.slice(2))}</h1>`;
      if (block.startsWith('- ')) {
        return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`;
      }
      if (block.startsWith('|')) return renderTable(lines);
      return `<p>${inline(block)}</p>`;
    })
    .join('');
}

function inline(text: string): string {
  return escapeText(text)
    .replaceAll('\\|', '|')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/`(.+?)`/g, '<code>$1</code>');
}

function renderTable([head = '', alignment = '', ...rows]: string[]): string {
  const numbers = cellsOf(alignment).map((cell) => cell.endsWith(':'));
  const row = (line: string, cell: 'th' | 'td') => {
    const cells = cellsOf(line).map(
      (text, column) =>
        `<${cell}${numbers[column] ? ' class="number"' : ''}>${inline(text.trim())}</${cell}>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  };
  return `<div class="table"><table>${row(head, 'th')}${rows.map((line) => row(line, 'td')).join('')}</table></div>`;
}

function cellsOf(line: string): string[] {
  return line.slice(1, -1).split(/(?<!\\)\|/);
}
