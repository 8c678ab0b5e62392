/** How heavy a function may be with its layers. */
import { listFiles, totalBytes } from './folder.ts';

/** The most that a function and its layers may weigh together, unzipped, in bytes (Lambda's quota of 250 MiB). */
export const sizeLimitBytes = 262_144_000;

/** Approximate bytes of the function's code and the layer with the native libraries. */
export const runtimeBytes = 67_000_000;

/** @throws Error naming the largest files, if a model's layer is too heavy beside function and native libraries */
export function checkSize(model: string, layer: string): void {
  const files = listFiles(layer);
  const bytes = totalBytes(files) + runtimeBytes;
  if (bytes <= sizeLimitBytes) return;
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, 5);
  throw new Error(
    `Function and layers of ${model} have about ${withCommas(bytes)} bytes, ` +
      `${withCommas(bytes - sizeLimitBytes)} more than Lambda's ${withCommas(sizeLimitBytes)}. Largest files:\n` +
      largest.map((file) => `  ${withCommas(file.bytes).padStart(12)} ${file.path}`).join('\n'),
  );
}

function withCommas(bytes: number): string {
  return bytes.toLocaleString('en-US');
}
