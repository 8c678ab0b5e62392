import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectDirectory } from '../project/places.ts';

/** What the compiled programs read, and what people read. */
const AS_THEY_ARE = [
  'LICENSE',
  'SECURITY.md',
  'CHANGELOG.md',
  'cdk.json',
  'cost/prices/*.json',
  'docs/*.md',
  'functions/**/*.wasm',
  'layers/licences/*',
  'load-tests/package.json',
];
const SCENARIOS = 'load-tests/scenarios/*.yml';

/** Copies what is not compiled. */
export function copyOthers(directory: string): void {
  for (const file of globSync(AS_THEY_ARE, { cwd: projectDirectory })) {
    cpSync(join(projectDirectory, file), join(directory, file));
  }
  cpSync(join(projectDirectory, 'docs', 'package.md'), join(directory, 'README.md'));
  // Scenario files name the TypeScript of what they call.
  for (const file of globSync(SCENARIOS, { cwd: projectDirectory })) {
    const text = readFileSync(join(projectDirectory, file), 'utf8').replace('/flow.mts', '/flow.mjs');
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
}
