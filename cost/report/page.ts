import { escapeText } from '../../project/escape-text.ts';

export interface Page {
  readonly title: string;
  readonly svg: string;
  /** Rows of cells, the first row being the heading. */
  readonly tables: readonly { readonly caption: string; readonly rows: readonly (readonly string[])[] }[];
  readonly notes: readonly string[];
}

/** A self-contained HTML page: the chart, its tables and notes. */
export function page({ title, svg, tables, notes }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeText(title)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: 1rem 0; }
caption { text-align: left; font-weight: 600; }
th, td { padding: 0.2rem 0.8rem 0.2rem 0; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
</style>
</head>
<body>
${svg}
${tables.map(({ caption, rows }) => tableMarkup(caption, rows)).join('\n')}
${notes.map((note) => `<p>${escapeText(note)}</p>`).join('\n')}
</body>
</html>
`;
}

function tableMarkup(caption: string, [heading = [], ...rows]: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeText(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>
<caption>${escapeText(caption)}</caption>
<thead>${cells(heading, 'th')}</thead>
<tbody>
${rows.map((row) => cells(row, 'td')).join('\n')}
</tbody>
</table>`;
}
