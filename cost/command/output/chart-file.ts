import { writeFileSync } from 'node:fs';
import { CostError } from '../../errors.ts';
import { type Page, page } from '../../report/page.ts';
import type { Arguments } from '../command-line/arguments.ts';

/** The file that --chart names. @throws CostError for one that is neither SVG nor HTML */
export function readChartFile(args: Arguments): string | undefined {
  const file = args.text('chart');
  if (file !== undefined && !/\.(svg|html)$/.test(file)) {
    throw new CostError(`--chart must name a .svg or .html file, not "${file}".`);
  }
  return file;
}

/** Writes the chart alone, or the page around it. @throws CostError where it cannot be written */
export function writeChart(file: string, content: Page): void {
  try {
    writeFileSync(file, file.endsWith('.svg') ? `${content.svg}\n` : page(content));
  } catch (error) {
    throw new CostError(`Cannot write --chart ${file}: ${(error as Error).message}`);
  }
}
