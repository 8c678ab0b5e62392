import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UserContext } from '../../../load-tests/processors/artillery.ts';
import { RUN_VARIABLE } from '../../../load-tests/processors/settings.ts';
import { type FakeService, startFakeService } from '../fixtures/fake-service.ts';
import { modelFolder } from '../fixtures/model-folder.ts';

let service: FakeService | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await service?.stop();
});

describe('a burst', () => {
  it('is of as many requests as there are clients, and the last one ends at the count', async () => {
    vi.stubEnv(RUN_VARIABLE, JSON.stringify({ model: modelFolder(['永']), headers: {} }));
    // Without Artillery around it, the processor says that there is no timer to calm.
    vi.spyOn(console, 'warn').mockReturnValue();
    const { sendTogether, moreToSend } = await import('../../../load-tests/processors/flow.mts');
    service = await startFakeService();
    const user: UserContext = { vars: { target: service.url, together: 2, count: 3 } };
    const goesOn = () => new Promise<boolean>((resolve) => moreToSend(user, resolve));

    await sendTogether(user);
    const afterOne = [service.received.length, await goesOn()];
    await sendTogether(user);

    expect(afterOne).toEqual([2, true]);
    expect([service.received.length, await goesOn()]).toEqual([3, false]);
  });
});
