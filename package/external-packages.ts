import { globSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { build } from 'esbuild';

/** The packages that compiled files import, by name and sorted. */
export async function externalPackages(directory: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: directory,
    entryPoints: globSync('**/*.{js,mjs}', { cwd: directory, exclude: ['dist/**'] }),
    outdir: 'unwritten',
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    bundle: true,
    packages: 'external',
    logLevel: 'error',
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  const names = imported.filter(({ external }) => external).map(({ path }) => packageName(path));
  return [...new Set(names)].filter((name) => !isBuiltin(name)).sort();
}

/** `@scope/name` or `name` of `@scope/name/file`. */
function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
