import { listFiles, totalBytes } from './folder.ts';

/** Lambda's quota for a function and its layers, unzipped: 250 MiB in bytes. */
export const sizeLimitBytes = 262_144_000;

/** Approximate bytes of the function's code and the layer with the native libraries. */
export const runtimeBytes = 72_000_000;

/** @throws Error naming the largest files, if a model's layer with the function and the native libraries is too large */
export function checkSize(model: string, layer: string): void {
  const files = listFiles(layer);
  const bytes = totalBytes(files) + runtimeBytes;
  if (bytes <= sizeLimitBytes) return;
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, 5);
  throw new Error(
    `Function and layers of ${model} have about ${withCommas(bytes)} bytes, ` +
      `${withCommas(bytes - sizeLimitBytes)} more than Lambda's limit of ${withCommas(sizeLimitBytes)}. Largest files:\n` +
      largest.map((file) => `  ${withCommas(file.bytes).padStart(12)} ${file.path}`).join('\n'),
  );
}

function withCommas(bytes: number): string {
  return bytes.toLocaleString('en-US');
}
