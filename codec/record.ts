import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleFile, sourceDirectory } from './places.ts';

/** What a module was built with and from: versions, and SHA-256 (hex). */
export interface BuildRecord {
  readonly compiler: string;
  /** Of libjpeg-turbo's archive. */
  readonly archive: string;
  /** Of our own sources, names included. */
  readonly sources: string;
  readonly module: string;
}

export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Hashes our own sources as they are now, however a checkout ends its lines. */
export function hashSources(): string {
  const files = readdirSync(sourceDirectory).sort();
  return sha256(
    files
      .map((file) => `${file}\0${readFileSync(join(sourceDirectory, file), 'utf8').replaceAll('\r', '')}\0`)
      .join(''),
  );
}

/** Hashes the module as it is now. */
export function hashModule(): string {
  return sha256(readFileSync(moduleFile));
}
