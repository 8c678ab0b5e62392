import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectDirectory } from '../../project/paths.ts';

const page = readFileSync(join(projectDirectory, 'docs', 'architecture.md'), 'utf8');
const steps = [...page.matchAll(/^\| \d+ \| `(?<file>[^`]+)` \| `(?<name>\w+)`/gm)].map(
  ({ groups }) => groups!,
);

it.each(steps)('docs/architecture.md finds $name in $file', ({ file, name }) => {
  expect(readFileSync(join(projectDirectory, file!), 'utf8')).toMatch(new RegExp(`\\b${name}\\b`));
});

it('docs/architecture.md walks ten steps on each side', () => {
  expect(steps).toHaveLength(20);
});
