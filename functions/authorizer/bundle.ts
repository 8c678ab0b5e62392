import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from '../bundle-options.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** Bundles `functions/authorizer` for Node 24 as `index.mjs`, handler `index.handler`. @returns the file */
export async function bundleAuthorizer(
  outputDirectory: string = path.join(ROOT, 'dist', 'authorizer'),
): Promise<string> {
  const outfile = path.join(outputDirectory, 'index.mjs');
  await build({
    ...BUNDLE_OPTIONS,
    entryPoints: ['functions/authorizer/index.ts'],
    outfile,
  });
  // On Lambda another user reads it, whatever this machine's umask.
  await chmod(outfile, 0o644);
  return outfile;
}
