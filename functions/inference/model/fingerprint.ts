/** One hash over all that a model's output depends on: files, preprocessing, labels, weights of the vote. */
import { hash } from 'node:crypto';
import path from 'node:path';
import type { Manifest } from './manifest.ts';
import { hashFile } from './model-file.ts';

/** Fields of `ensemble.json` that no output depends on. */
const IRRELEVANT: ReadonlySet<string> = new Set([
  'version',
  'title',
  'hint',
  'page',
  'contracts',
  'deadlineMilliseconds',
  'samplesRight',
  'certainty',
  'batch',
]);

/**
 * The first 16 hexadecimal digits of a SHA-256. A file whose own hash the manifest does not tell is read for it.
 *
 * @throws {ModelError} when such a file is missing
 */
export function fingerprint(directory: string, manifest: Manifest): string {
  const relevant = Object.entries(manifest).filter(([name]) => !IRRELEVANT.has(name));
  const content = JSON.stringify(Object.fromEntries(relevant), (_, value: unknown) =>
    isUnknownFile(value) ? { ...value, sha256: hashFile(path.join(directory, value.file)) } : value,
  );
  return hash('sha256', content).slice(0, 16);
}

function isUnknownFile(value: unknown): value is { file: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'file' in value &&
    typeof value.file === 'string' &&
    !('sha256' in value && value.sha256 !== undefined)
  );
}
