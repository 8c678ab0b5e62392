import { beforeEach, expect, it, vi } from 'vitest';
import { plainAddress } from '../../../load-tests/client/service.ts';
import { stoppable } from '../../../load-tests/command/stop.ts';
import { runScenario } from '../../../load-tests/run/run-scenario.ts';
import { rules } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

/** Calls only the last handler of a signal, because the others belong to the test runner. */
function interrupt(signal: NodeJS.Signals): void {
  process.rawListeners(signal).at(-1)?.call(process, signal);
}

beforeEach(() => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  return () => stderr.mockRestore();
});

it('a run that is stopped before its start sends nothing, and says so', async () => {
  const run = { scenario: 'poisson', service: plainAddress('http://service.test'), amount: {}, rules };
  const source = { model: 'fake' };

  const stopped = stoppable(async (signal) => {
    interrupt('SIGINT');
    return runScenario({ ...run, source, facts, directory: 'never written', signal });
  });

  await expect(stopped).rejects.toThrow('stopped before there was anything to judge');
});

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;

it.each(SIGNALS)('a run is stopped by %s, and a second signal does not end the process', async (name) => {
  const before = process.listenerCount(name);

  const during = await stoppable(async (signal) => {
    interrupt(name);
    return [signal.aborted, process.listenerCount(name)];
  });

  expect(during).toEqual([true, before + 1]);
  expect(process.listenerCount(name)).toBe(before);
});

it('a run is stopped by a closed terminal', async () => {
  const aborted = await stoppable(async (signal) => {
    process.stdout.rawListeners('error').at(-1)?.call(process.stdout, new Error('write EPIPE'));
    return signal.aborted;
  });

  expect(aborted).toBe(true);
});
