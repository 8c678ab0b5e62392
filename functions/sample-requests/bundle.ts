import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from '../bundle-options.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** The functions that send samples. */
const NAMES = ['release-check', 'synthetic-request'];

/** Bundles the functions that send samples for Node 24, each as `<name>.mjs` with the handler `<name>.handler`. */
export async function bundleSampleRequests(
  outputDirectory: string = path.join(ROOT, 'dist', 'sample-requests'),
): Promise<string> {
  await build({
    ...BUNDLE_OPTIONS,
    entryPoints: NAMES.map((name) => ({ in: `functions/${name}/index.ts`, out: name })),
    outdir: outputDirectory,
    outExtension: { '.js': '.mjs' },
    // Only pages need it, to make thumbnails of samples.
    external: ['sharp'],
  });
  // On Lambda another user reads them, whatever this machine's umask.
  for (const name of NAMES) await chmod(path.join(outputDirectory, `${name}.mjs`), 0o644);
  return outputDirectory;
}
