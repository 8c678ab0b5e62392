import { describe, expect, it } from 'vitest';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { questionAddresses } from '../../../lib/deployment/question-addresses.ts';
import { manifests } from '../test-deployment.ts';

describe('the addresses at which tasks are asked', () => {
  it('are those of their contracts, and of the open protocol where they name none', () => {
    const { handwriting, letters, weather } = manifests;

    const addresses = questionAddresses(resolveConfiguration('dev', [handwriting, letters, weather]));

    expect(addresses).toEqual([
      '/inference',
      '/predictions/handwriting',
      // The plain address is another task's.
      '/tasks/letters/inference',
      '/predictions/letters',
      '/v2/models/weather/infer',
    ]);
  });
});
