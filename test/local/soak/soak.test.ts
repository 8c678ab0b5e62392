import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../../local/soak/faults/catalogue.ts';
import { isPassed } from '../../../local/soak/report/outcome.ts';
import { type SoakPlan, soak } from '../../../local/soak/soak.ts';
import { GREEN, plain, RED } from '../../functions/support/pictures.ts';
import { temporaryFolder } from '../helpers/fixture-service.ts';

const TINY = join(import.meta.dirname, '..', '..', 'fixtures', 'tiny-ensemble');
const FORGETFUL = join(import.meta.dirname, 'fixtures', 'forgetful');

/** The tiny ensemble with two samples. */
async function tinyTask(): Promise<string> {
  const folder = join(temporaryFolder(), 'colours');
  cpSync(TINY, folder, { recursive: true });
  mkdirSync(join(folder, 'samples'));
  const entries = [];
  for (const [file, colour] of Object.entries({ 'red.png': RED, 'green.png': GREEN })) {
    writeFileSync(join(folder, 'samples', file), await plain(colour).png().toBuffer());
    entries.push({ file });
  }
  writeFileSync(join(folder, 'samples', 'labels.json'), JSON.stringify(entries));
  return folder;
}

/** A short soak with the faults of these names. */
async function soakTiny(names: readonly string[], fields: Partial<SoakPlan> = {}) {
  const faults = names.map((name) => FAULTS.find((fault) => fault.name === name)!);
  const plan: SoakPlan = {
    task: await tinyTask(),
    minutes: 0.02,
    seed: 1,
    environments: 1,
    clients: 2,
    families: ['environments', 'table', 'gateway', 'disk', 'storm', 'damage', 'clients'],
    port: undefined,
    bundle: undefined,
    ...fields,
  };
  const events: { kind: string; data?: string }[] = [];
  const takeDown = (kind: string, more: object = {}) => events.push({ kind, ...more });
  const surroundings = { signal: new AbortController().signal, takeDown, show: () => {}, faults };
  return { outcome: await soak(plan, surroundings), events };
}

describe('A soak of a small service', () => {
  it('kills an environment, is answered all the time, and leaves nothing behind', async () => {
    const { outcome, events } = await soakTiny(['kill -9 an environment at work']);

    expect(outcome.faults.length).toBeGreaterThan(0);
    expect(outcome.counts.answers).toBeGreaterThan(3);
    expect(outcome.counts.wrong).toMatchObject({ lost: 0, changed: 0, 'wrong answer': 0 });
    expect(outcome.end.environments.processes).toBe(1);
    expect(outcome.farewell).toBeUndefined();
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['calm', 'fault', 'undone', 'result', 'end']),
    );
    expect(existsSync(events[0]!.data!)).toBe(false);
  }, 60_000);

  it('fails when the service forgets what it has answered', async () => {
    const { outcome } = await soakTiny(['60 clients that hang up before their answer'], {
      bundle: FORGETFUL,
    });

    expect(outcome.counts.wrong.changed).toBeGreaterThan(0);
    expect(isPassed(outcome)).toBe(false);
  }, 60_000);
});
