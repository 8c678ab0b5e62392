import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SIGNATURE_VARIABLES, SIGNING_CONTRACTS } from '../../../functions/inference/contracts/signatures.ts';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { missingSignature } from '../../../lib/configuration/signature.ts';
import { manifests } from '../test-deployment.ts';

const { digits, handwriting } = manifests;
const own = { captainEmail: 'me@example.org', serverSalt: 'grains' };

describe('a deployment that signs its replies', () => {
  it('says in one line what to type when it would sign in the name of an example', () => {
    const line = missingSignature(resolveConfiguration('prod', [digits, handwriting]));

    expect(line).toMatch(/^The replies of handwriting are signed \(contract esun-2021\), in prod /);
    expect(line).toContain('--set captainEmail=NAME@DOMAIN --set serverSalt=TEXT');
    expect(line).not.toContain('\n');
  });

  it('asks only for what is missing', () => {
    const { captainEmail } = own;

    expect(missingSignature(resolveConfiguration('prod', [handwriting], { captainEmail }))).not.toContain(
      'captainEmail=',
    );
  });

  it.each([
    ['both are given', 'prod', [handwriting], own],
    ['no task signs', 'prod', [digits], {}],
    ['it is for trying', 'dev', [handwriting], {}],
  ])('lacks nothing where %s', (_, stage, tasks, overrides) => {
    expect(missingSignature(resolveConfiguration(stage, tasks, overrides))).toBeUndefined();
  });
});

describe('the list of contracts that sign', () => {
  it('has every contract that reads an ingredient', () => {
    const contracts = fileURLToPath(new URL('../../../functions/inference/contracts', import.meta.url));
    const ingredients = new RegExp(Object.values(SIGNATURE_VARIABLES).join('|'));

    const signing = globSync(`${contracts}/*/contract.ts`)
      .filter((file) => ingredients.test(readFileSync(file, 'utf8')))
      .map((file) => basename(dirname(file)));

    expect(signing).not.toEqual([]);
    expect(SIGNING_CONTRACTS).toEqual(expect.arrayContaining(signing));
  });
});
