import { listFiles, totalBytes } from './folder.ts';

/** The most that a function and its layers may weigh together, unzipped, in bytes (Lambda's quota of 250 MiB). */
export const sizeLimitBytes = 262_144_000;

/** What the function's code and the layer with the native libraries weigh, about, in bytes; `npm run layers` weighs exactly. */
export const surroundingsBytes = 67_000_000;

/** One part of a deployment and its size. */
export interface SizedPart {
  readonly name: string;
  readonly bytes: number;
}

/** The sizes of a function and its layers against {@link sizeLimitBytes}. */
export interface SizeReport {
  readonly parts: readonly SizedPart[];
  readonly totalBytes: number;
  /** The heaviest files of all parts, `<part>: <path>`, heaviest first. */
  readonly largestFiles: readonly SizedPart[];
}

/** A function and its layers are too heavy for Lambda. */
export class SizeLimitError extends Error {
  override readonly name = 'SizeLimitError';
}

/** Weighs the folders of a deployment, given by name. */
export function measureSizes(folders: Readonly<Record<string, string>>): SizeReport {
  const parts = Object.entries(folders).map(([name, directory]) => ({ name, files: listFiles(directory) }));
  return {
    parts: parts.map(({ name, files }) => ({ name, bytes: totalBytes(files) })),
    totalBytes: parts.reduce((total, { files }) => total + totalBytes(files), 0),
    largestFiles: parts
      .flatMap(({ name, files }) => files.map(({ path, bytes }) => ({ name: `${name}: ${path}`, bytes })))
      .sort((one, other) => other.bytes - one.bytes)
      .slice(0, 5),
  };
}

/** The same with a part more. */
export function withPart(report: SizeReport, part: SizedPart): SizeReport {
  return { ...report, parts: [...report.parts, part], totalBytes: report.totalBytes + part.bytes };
}

/** The sizes as a table, one line a part, and the share of the limit that is used. */
export function formatSizes({ parts, totalBytes }: SizeReport): string {
  const share = ((100 * totalBytes) / sizeLimitBytes).toFixed(1);
  const lines = [
    ...parts,
    { name: `together, ${share} % of ${withCommas(sizeLimitBytes)}`, bytes: totalBytes },
  ];
  const width = Math.max(...lines.map(({ name }) => name.length));
  return lines
    .map(({ name, bytes }) => `${name.padEnd(width)} ${withCommas(bytes).padStart(12)} bytes`)
    .join('\n');
}

/** @throws SizeLimitError naming the largest files when the deployment is too heavy */
export function assertWithinLimit(report: SizeReport, limitBytes: number = sizeLimitBytes): void {
  if (report.totalBytes <= limitBytes) return;
  const largest = report.largestFiles.map(({ name, bytes }) => `  ${withCommas(bytes).padStart(12)} ${name}`);
  throw new SizeLimitError(
    `Function and layers have ${withCommas(report.totalBytes)} bytes, ` +
      `${withCommas(report.totalBytes - limitBytes)} more than Lambda's ${withCommas(limitBytes)}. Largest files:\n` +
      largest.join('\n'),
  );
}

function withCommas(bytes: number): string {
  return bytes.toLocaleString('en-US');
}
