import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';

/** Files that other projects import, without extension. `import`, `require` and Jest can load their copies in CommonJS. */
const ENTRIES = ['lib/index', 'lib/monitoring/index'];
const RELATIVE_IMPORTS = /(?<=(?:from |import\(|require\()['"])(\.\.?\/[^'"]+)\.[jt]s(?=['"])/g;

/**
 * Adds CommonJS to the modules of the constructs: each x.js and x.d.ts gets an x.cjs and x.d.cts. `import` also loads this
 * CommonJS, so that a class exists only once.
 */
export function addCommonJs(directory: string): void {
  for (const entry of ENTRIES) {
    for (const end of ['js', 'd.ts']) addCopy(join(directory, entry), end);
  }
  // `monitoring.d.ts` is for resolvers that do not know "exports", and look for a file of this name.
  writeFileSync(join(directory, 'monitoring.d.ts'), `export * from './lib/monitoring/index.cjs';\n`);
}

/** Copies a module or its typings as CommonJS, and does the same for all modules of this package that it imports. */
function addCopy(name: string, end: string): void {
  const copy = `${name}.${end.replace(/[jt]s$/, 'c$&')}`;
  if (existsSync(copy)) return;
  const text = readFileSync(`${name}.${end}`, 'utf8');
  writeFileSync(copy, (end === 'js' ? commonJs(text) : text).replace(RELATIVE_IMPORTS, '$1.cjs'));
  for (const [, path] of text.matchAll(RELATIVE_IMPORTS)) addCopy(join(dirname(name), path!), end);
}

function commonJs(module: string): string {
  const define = { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' };
  return transformSync(module, { format: 'cjs', platform: 'node', define }).code;
}
