/** Colours and measures of a report: light or dark as the reader's system has it, one column on a phone. */
export const style = `
:root { color-scheme: light dark; --fresh: #2563eb; --cached: #15803d; --late: #dc2626; --doubt: #b45309; --line: #8886; --card: #8881; }
@media (prefers-color-scheme: dark) {
  :root { --fresh: #60a5fa; --cached: #4ade80; --late: #f87171; --doubt: #fbbf24; }
}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.05rem; margin: 0; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.9rem; overflow-wrap: normal; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.6rem 0.25rem 0; border-bottom: 1px solid var(--line); }
td { min-width: 3.5rem; } td:last-child:not(.number) { min-width: 10rem; overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; } td.number { white-space: nowrap; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: 1rem; }
section { background: var(--card); border-radius: 0.5rem; padding: 0.75rem; min-width: 0; }
section p { font-size: 0.85rem; margin: 0.25rem 0; }
svg { display: block; width: 100%; height: auto; font-size: 13px; fill: currentColor; }
@media (max-width: 30rem) { svg { font-size: 16px; } }
code { font-size: 0.9em; }
.grid { stroke: var(--line); stroke-width: 0.5; }
.axis { stroke: currentColor; }
.limit { stroke: var(--late); stroke-dasharray: 6 4; }
.fresh, .met { fill: var(--fresh); } .cached { fill: var(--cached); } .late, .missed { fill: var(--late); }
.spoiled { fill: var(--doubt); }
circle { fill-opacity: 0.6; }
.line { fill: none; stroke-width: 1.5; }
.p50 { stroke: var(--fresh); }
.key { display: inline-block; width: 0.8em; height: 0.8em; margin: 0 0.3em 0 0; } .key:not(:first-child) { margin-left: 1em; }
.PASS { color: var(--cached); } .FAIL { color: var(--late); } .NOT-PROVEN, .INVALID { color: var(--doubt); }
`;
