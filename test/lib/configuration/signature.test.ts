import { describe, expect, it } from 'vitest';
import { contractNames, SIGNING_CONTRACTS } from '../../../functions/inference/contracts/clients.ts';
import { findContract } from '../../../functions/inference/contracts/contracts.ts';
import { SIGNATURE_VARIABLES } from '../../../functions/inference/contracts/esun/contract.ts';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { missingSignature } from '../../../lib/configuration/signature.ts';
import { modelOf } from '../../functions/inference/contracts/open-inference/support.ts';
import { manifests } from '../test-deployment.ts';

const { digits, handwriting } = manifests;
const own = { captainEmail: 'me@example.org', serverSaltSecret: '/subsecond/salt' };

describe('a deployment that signs its replies', () => {
  it('says in one line what to set when it would sign with example values', () => {
    const line = missingSignature(resolveConfiguration('prod', [digits, handwriting]));

    expect(line).toMatch(/^The responses of handwriting are signed \(contract esun-2021\), and prod /);
    expect(line).toContain('--set captainEmail=NAME@DOMAIN --set serverSaltSecret=/NAME/OF/PARAMETER');
    expect(line).not.toContain('\n');
  });

  it('names only what is missing', () => {
    const { captainEmail } = own;
    const line = missingSignature(resolveConfiguration('prod', [handwriting], { captainEmail }));

    expect(line).toContain('serverSaltSecret=');
    expect(line).not.toContain('captainEmail=');
  });

  it.each([
    ['both are given', 'prod', [handwriting], own],
    ['no model signs', 'prod', [digits], {}],
    ['the stage is dev', 'dev', [handwriting], {}],
  ])('lacks nothing if %s', (_, stage, models, overrides) => {
    expect(missingSignature(resolveConfiguration(stage, models, overrides))).toBeUndefined();
  });
});

it('SIGNING_CONTRACTS has every contract that reads a variable of the signature when it is opened', () => {
  const signing = contractNames.filter((name) => {
    const read: (string | symbol)[] = [];
    const environment = new Proxy({}, { get: (_, variable) => void read.push(variable) });
    const contract = findContract(name);
    contract?.open(modelOf([], [], { pipeline: contract.pipelines?.[0] ?? 'tensor' }), environment);
    return Object.values(SIGNATURE_VARIABLES).some((variable) => read.includes(variable));
  });

  expect(signing).not.toEqual([]);
  expect(signing.toSorted()).toEqual(SIGNING_CONTRACTS.toSorted());
});
