import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../../load-tests/options/scenarios.ts';

const folder = resolve(import.meta.dirname, '../../load-tests/scenarios');
const names = Object.keys(scenarios);

describe('the scenario files', () => {
  it('are the scenarios of the command line, no more and no fewer', () => {
    expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.yml`).sort());
  });

  it.each(names)('%s.yml names only functions that exist', async (name) => {
    const text = readFileSync(join(folder, `${name}.yml`), 'utf8');
    const functions = [...text.matchAll(/(?:function|whileTrue): (\w+)/g)].map((match) => match[1] as string);
    const source = readFileSync(join(folder, '../processors/flow.mts'), 'utf8');

    expect(functions.length).toBeGreaterThan(0);
    for (const used of functions)
      expect(source).toMatch(new RegExp(`export (async function|function|const) ${used}\\b`));
  });

  it.each(names)('%s.yml gives no evenly spaced rate to workers that start together', (name) => {
    const text = readFileSync(join(folder, `${name}.yml`), 'utf8');

    const phases = text.match(/\{ duration:.*\}/g) ?? [];
    expect(phases.length).toBeGreaterThan(0);
    for (const phase of phases) expect(phase).toMatch(/arrivalCount|mode: poisson/);
  });
});
