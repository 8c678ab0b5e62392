import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** Files that other projects import. They become CommonJS, because `import`, `require` and Jest can load it. */
const ENTRIES = ['lib/index.js', 'lib/monitoring/index.js'];
const RELATIVE_IMPORTS = /(?<=(?:from |import\(|require\()['"])(\.\.?\/[^'"]+)\.[jt]s(?=['"])/g;

/**
 * Adds CommonJS to the modules of the constructs: each x.js and x.d.ts gets an x.cjs and x.d.cts. `import` loads CommonJS, too,
 * so that a class exists only once.
 */
export async function addCommonJs(directory: string): Promise<void> {
  const options = { absWorkingDir: directory, outdir: directory, platform: 'node' } as const;
  const { metafile } = await build({
    ...options,
    entryPoints: ENTRIES,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    packages: 'external',
  });
  const files = Object.keys(metafile.inputs);
  const { outputFiles } = await build({
    ...options,
    entryPoints: files,
    outbase: directory,
    outExtension: { '.js': '.cjs' },
    write: false,
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  });
  for (const { path, text } of outputFiles) writeFileSync(path, text.replace(RELATIVE_IMPORTS, '$1.cjs'));
  for (const entry of ENTRIES) addTypes(join(directory, entry.replace(/js$/, 'd.ts')));
  // For resolvers that do not know "exports", and look for a file of this name.
  writeFileSync(join(directory, 'monitoring.d.ts'), `export * from './lib/monitoring/index.cjs';\n`);
}

/** Copies typings for CommonJS, with those that they import. */
function addTypes(file: string): void {
  const copy = file.replace(/ts$/, 'cts');
  if (existsSync(copy)) return;
  const types = readFileSync(file, 'utf8');
  writeFileSync(copy, types.replace(RELATIVE_IMPORTS, '$1.cjs'));
  for (const [, path] of types.matchAll(RELATIVE_IMPORTS)) addTypes(join(dirname(file), `${path}.d.ts`));
}
