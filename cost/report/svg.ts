import { escapeText } from '../../project/escape-text.ts';

/** Colours that stay apart for colour-blind readers (Okabe and Ito 2008). */
export const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000'];

export interface ChartText {
  readonly title: string;
  readonly subtitle: string;
}

/** A self-contained SVG with a title, a subtitle and what is drawn below them. */
export function svgDocument(
  { title, subtitle }: ChartText,
  width: number,
  height: number,
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="#222">`,
    `<title>${escapeText(title)}</title><rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="20" y="26" font-size="18" font-weight="600">${escapeText(title)}</text>`,
    `<text x="20" y="45" fill="#555">${escapeText(subtitle)}</text>`,
    ...parts,
    '</svg>',
  ].join('\n');
}
