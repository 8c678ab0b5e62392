import { afterEach, expect, it, vi } from 'vitest';
import { plainAddress } from '../../../load-tests/client/service.ts';
import { RUN_VARIABLE, type Settings } from '../../../load-tests/processors/settings.ts';
import { newFolder } from '../../support/new-folder.ts';
import { startFakeService } from '../fixtures/fake-service.ts';
import { modelFolder } from '../fixtures/model-folder.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it('a burst has a request of each client, and the last one ends at the count', async () => {
  const service = await startFakeService();
  const settings: Settings = {
    source: { model: modelFolder(['永']) },
    service: plainAddress(service.url),
    records: newFolder(),
    ...{ limit: 1000, warmUp: 0, share: 0, think: [0, 0], together: 2, count: 3 },
  };
  vi.stubEnv(RUN_VARIABLE, JSON.stringify(settings));
  // Outside of Artillery, the processor warns that it found no timer to patch.
  vi.spyOn(console, 'warn').mockReturnValue();
  const { sendTogether, moreToSend } = await import('../../../load-tests/processors/flow.mts');
  const goesOn = () => new Promise<boolean>((resolve) => moreToSend({ vars: {} }, resolve));

  await sendTogether();
  expect([service.received.length, await goesOn()]).toEqual([2, true]);
  await sendTogether();
  expect([service.received.length, await goesOn()]).toEqual([3, false]);
});
