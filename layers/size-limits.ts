/** How heavy a function may be with its layers. */
import { listFiles, totalBytes } from './folder.ts';

/** The most that a function and its layers may weigh together, unzipped, in bytes (Lambda's quota of 250 MiB). */
export const sizeLimitBytes = 262_144_000;

/** Approximate bytes of the function's code and the layer with the native libraries. */
export const runtimeBytes = 67_000_000;

/** One part of a deployment, its size, and its files where they are known. */
interface SizedPart {
  readonly name: string;
  readonly bytes: number;
  readonly files?: ReturnType<typeof listFiles>;
}

/**
 * Weighs the folders of a deployment, and what else it has.
 *
 * @throws Error naming the largest files when it is too heavy
 */
export function checkSizes(folders: Record<string, string>, ...others: SizedPart[]): void {
  const measured = Object.entries(folders).map(([name, directory]) => {
    const files = listFiles(directory);
    return { name, bytes: totalBytes(files), files };
  });
  const parts = [...measured, ...others];
  const bytes = totalBytes(parts);
  if (bytes <= sizeLimitBytes) return;
  const largest = parts
    .flatMap(({ name, files = [] }) => files.map((file) => ({ ...file, path: `${name}: ${file.path}` })))
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, 5);
  throw new Error(
    `Function and layers have ${withCommas(bytes)} bytes, ` +
      `${withCommas(bytes - sizeLimitBytes)} more than Lambda's ${withCommas(sizeLimitBytes)}. Largest files:\n` +
      largest.map((file) => `  ${withCommas(file.bytes).padStart(12)} ${file.path}`).join('\n'),
  );
}

function withCommas(bytes: number): string {
  return bytes.toLocaleString('en-US');
}
