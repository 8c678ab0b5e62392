import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Metrics, UserContext } from '../../../load-tests/processors/artillery.ts';
import { type FakeService, startFakeService } from '../fixtures/fake-service.ts';
import { taskFolder } from '../fixtures/task-folder.ts';

const metrics: Metrics = { emit: () => {} };
let service: FakeService | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await service?.stop();
});

describe('a burst', () => {
  it('ends at the deadline though some of its users were answered before', async () => {
    vi.stubEnv('SUBSECOND_TASK', taskFolder(['永']));
    // Without Artillery around it, the processor says that there is no timer to calm.
    vi.spyOn(console, 'warn').mockReturnValue();
    const { askTogether, moreToAsk } = await import('../../../load-tests/processors/flow.mts');
    service = await startFakeService();
    const target = service.url;
    const user = (): UserContext => ({ vars: { target, together: 2, seconds: 60 } });
    const [early, late] = [user(), user()];
    const goesOn = (context: UserContext) =>
      new Promise<boolean>((resolve) => moreToAsk(context, (again) => resolve(again)));

    await Promise.all([askTogether(early, metrics), askTogether(late, metrics)]);
    const earlyGoesOn = await goesOn(early);
    const secondTurn = askTogether(early, metrics);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    const lateGoesOn = await goesOn(late);
    await secondTurn;

    expect([earlyGoesOn, lateGoesOn, await goesOn(early)]).toEqual([true, false, false]);
    expect(service.asked).toHaveLength(2);
  });
});
