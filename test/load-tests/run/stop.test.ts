import { afterEach, describe, expect, it, vi } from 'vitest';
import { runScenario } from '../../../load-tests/run/run-scenario.ts';
import { stoppable } from '../../../load-tests/run/stop.ts';
import { rules } from '../fixtures/exchanges.ts';

const run = {
  scenario: 'poisson',
  target: 'http://service.test',
  amount: {},
  rules,
  asked: { task: 'fake' },
  facts: { task: 'fake', contract: 'predictions' },
  directory: 'never written',
};

/** What Ctrl-C does, without the handlers that the test runner has of its own. */
function interrupt(): void {
  process.rawListeners('SIGINT').at(-1)?.call(process, 'SIGINT');
}

afterEach(() => vi.restoreAllMocks());

describe('a stopped run', () => {
  it('starts no load when it is stopped before, and says so', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);

    const stopped = stoppable(async (signal) => {
      interrupt();
      return runScenario({ ...run, signal });
    });

    await expect(stopped).rejects.toThrow('stopped before there was anything to judge');
  });

  it('is not ended by a second signal, which Artillery would outlive', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const before = process.listeners('SIGINT').length;

    const during = await stoppable(async () => {
      interrupt();
      return process.listeners('SIGINT').length;
    });

    expect([during, process.listeners('SIGINT').length]).toEqual([before + 1, before]);
  });
});
