import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** What other projects import. The CDK itself is CommonJS, which `import` and `require` and Jest all load. */
const ENTRIES = ['lib/index.js', 'lib/monitoring/index.js'];
const RELATIVE = /^\.\.?\//;
const RELATIVE_TYPES = /(?<=(?:from |import\()['"])(\.\.?\/[^'"]+)\.[jt]s(?=['"])/g;

/**
 * Puts CommonJS beside the modules that the constructs consist of: each x.js and x.d.ts there gets an x.cjs and x.d.cts.
 * One format for everybody: a class exists once, however it is imported.
 */
export async function addCommonJs(directory: string): Promise<void> {
  const options = { absWorkingDir: directory, outdir: directory, platform: 'node', bundle: true } as const;
  const { metafile } = await build({
    ...options,
    entryPoints: ENTRIES,
    write: false,
    metafile: true,
    format: 'esm',
    packages: 'external',
  });
  const files = Object.keys(metafile.inputs);
  await build({
    ...options,
    entryPoints: files,
    outbase: directory,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    plugins: [leaveImports],
    define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  });
  for (const entry of ENTRIES) addTypes(join(directory, entry.replace(/js$/, 'd.ts')));
  // Resolvers that do not know "exports" look for a folder.
  writeFileSync(join(directory, 'monitoring.d.ts'), `export * from './lib/monitoring/index.cjs';\n`);
}

/** Copies typings, and those that they import. */
function addTypes(file: string): void {
  const copy = file.replace(/ts$/, 'cts');
  if (existsSync(copy)) return;
  const types = readFileSync(file, 'utf8');
  writeFileSync(copy, types.replace(RELATIVE_TYPES, '$1.cjs'));
  for (const [, path] of types.matchAll(RELATIVE_TYPES)) addTypes(join(dirname(file), `${path}.d.ts`));
}

const leaveImports: Plugin = {
  name: 'leave-imports',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      return { path: RELATIVE.test(path) ? path.replace(/\.js$/, '.cjs') : path, external: true };
    });
  },
};
