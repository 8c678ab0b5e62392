import { afterEach, describe, expect, it, vi } from 'vitest';
import { plainAddress } from '../../../load-tests/client/service.ts';
import { stoppable } from '../../../load-tests/command/stop.ts';
import { runScenario } from '../../../load-tests/run/run-scenario.ts';
import { rules } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

const run = {
  scenario: 'poisson',
  service: plainAddress('http://service.test'),
  amount: {},
  rules,
  source: { model: 'fake' },
  facts,
  directory: 'never written',
};

/** What a signal does, Ctrl-C by default, without the handlers that the test runner has of its own. */
function interrupt(signal: NodeJS.Signals = 'SIGINT'): void {
  process.rawListeners(signal).at(-1)?.call(process, signal);
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

  it.each(['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const)(
    'is stopped by %s as by Ctrl-C',
    async (name) => {
      vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      const before = process.listenerCount(name);

      const aborted = await stoppable(async (signal) => {
        interrupt(name);
        return signal.aborted;
      });

      expect([aborted, process.listenerCount(name)]).toEqual([true, before]);
    },
  );

  it('is stopped by a terminal that is gone', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);

    const aborted = await stoppable(async (signal) => {
      process.stdout.rawListeners('error').at(-1)?.call(process.stdout, new Error('write EPIPE'));
      return signal.aborted;
    });

    expect(aborted).toBe(true);
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
