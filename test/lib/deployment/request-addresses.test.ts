import { describe, expect, it } from 'vitest';
import { resolveConfiguration } from '../../../lib/configuration/resolve-configuration.ts';
import { requestAddresses } from '../../../lib/deployment/request-addresses.ts';
import { manifests } from '../test-deployment.ts';

describe('the addresses at which models take requests', () => {
  it('are those of their contracts, and of the open protocol where they name none', () => {
    const { handwriting, letters, weather } = manifests;

    const addresses = requestAddresses(resolveConfiguration('dev', [handwriting, letters, weather]));

    expect(addresses).toEqual([
      '/inference',
      '/predictions/handwriting',
      // The plain address is another model's.
      '/models/letters/inference',
      '/predictions/letters',
      '/v2/models/weather/infer',
    ]);
  });
});
