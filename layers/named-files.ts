import * as v from 'valibot';
import { checkManifest, FileName, type Manifest, Sha256 } from '../functions/inference/model/manifest.ts';

/** A file that an `ensemble.json` names, with the SHA-256 (hex) that it must have, where that is said. */
export interface NamedFile {
  readonly file: string;
  readonly sha256?: string | undefined;
}

const NamedFileSchema = v.object({ file: FileName, sha256: v.optional(Sha256) });

/**
 * Every file that an `ensemble.json` names, members and labels and what else a pipeline may have: wherever there is an
 * object with a `file`.
 *
 * @param source where the manifest lies, for the message
 * @throws {ModelError} when a name is none of a file beside it
 */
export function namedFiles(manifest: Manifest, source: string): NamedFile[] {
  const found = new Map<string, NamedFile>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('file' in value) {
      const named = checkManifest(NamedFileSchema, value, source);
      found.set(named.file, named);
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(manifest);
  return [...found.values()];
}
