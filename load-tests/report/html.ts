import type { Evidence } from '../verdict/evidence.ts';
import { latencyDistribution, latencyOverTime } from './latency-charts.ts';
import { toMarkdown } from './markdown.ts';
import { rateOverTime, spillOverOverTime } from './rate-charts.ts';
import type { LoadReport } from './report.ts';
import { escapeText } from './svg.ts';

const style = `
:root { color-scheme: light dark; --fresh: #2563eb; --cached: #16a34a; --late: #dc2626; --line: #8886; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem; border-bottom: 1px solid var(--line); }
svg { width: 100%; height: auto; font-size: 12px; fill: currentColor; }
.grid { stroke: var(--line); stroke-width: 0.5; }
.axis { stroke: currentColor; }
.limit { stroke: var(--late); stroke-dasharray: 6 4; }
.fresh { fill: var(--fresh); } .cached { fill: var(--cached); } .late, .spill-over { fill: var(--late); }
circle { fill-opacity: 0.6; }
.sent, .answered { fill: none; stroke-width: 1.5; stroke: var(--fresh); }
.answered { stroke: var(--cached); }
.key { display: inline-block; width: 0.8em; height: 0.8em; margin: 0 0.3em 0 1em; }
.PASS { color: var(--cached); } .FAIL { color: var(--late); }
`;

const key = (colour: string, text: string) =>
  `<span class="key" style="background: var(--${colour})"></span>${text}`;

const spillOverKey = key('late', 'an environment had to be started');

/** The whole report as one HTML file that loads nothing from anywhere. */
export function toHtml(report: LoadReport, evidence: Evidence): string {
  const { exchanges } = evidence;
  const limit = report.rules.limitMilliseconds;
  const title = `${report.verdict.outcome}: ${report.scenario}`;
  const latencyKeys =
    key('fresh', 'fresh') + key('cached', 'from the cache') + key('late', 'late or failed; the limit');
  const charts =
    exchanges.length === 0
      ? ''
      : [
          section('Latency over time', latencyOverTime(exchanges, limit), latencyKeys),
          section('Distribution of latencies', latencyDistribution(exchanges, limit), latencyKeys),
          section('Rate', rateOverTime(exchanges), key('fresh', 'sent') + key('cached', 'answered')),
          ...(report.spillOver > 0
            ? [section('Spill-over', spillOverOverTime(exchanges), spillOverKey)]
            : []),
        ].join('');
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width">' +
    `<title>${escapeText(title)}</title><style>${style}</style></head>` +
    `<body>${renderMarkdown(toMarkdown(report), report.verdict.outcome)}${charts}</body></html>`
  );
}

function section(title: string, picture: string, keys: string): string {
  return `<section><h2>${title}</h2><p>${keys}</p>${picture}</section>`;
}

/** Renders the few Markdown constructs that our own report uses. */
function renderMarkdown(markdown: string, outcome: string): string {
  const inline = (text: string) => escapeText(text).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
  const blocks = markdown.trim().split('\n\n');
  return blocks
    .map((block) => {
      const lines = block.split('\n');
      if (block.startsWith('# ')) return `<h1 class="${outcome}">${inline(block.slice(2))}</h1>`;
      if (block.startsWith('- ')) {
        return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`;
      }
      if (block.startsWith('|')) return renderTable(lines, inline);
      return `<p>${inline(block)}</p>`;
    })
    .join('');
}

function renderTable([head = '', , ...rows]: string[], inline: (text: string) => string): string {
  const row = (line: string, cell: 'th' | 'td') => {
    const cells = line.slice(1, -1).split(/(?<!\\)\|/);
    return `<tr>${cells.map((text) => `<${cell}>${inline(text.trim())}</${cell}>`).join('')}</tr>`;
  };
  return `<table>${row(head, 'th')}${rows.map((line) => row(line, 'td')).join('')}</table>`;
}
