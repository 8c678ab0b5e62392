import { expect, it, onTestFinished, vi } from 'vitest';
import { Incidents } from '../../local/incidents.ts';

it('says that log lines are lost again only after the log had been written for a while, and counts all', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const said = vi.fn<(line: string) => void>();
  const incidents = new Incidents(said);
  const lose = () => incidents.linesLost('service.log', 2);

  for (let second = 0; second < 20; second += 1) {
    lose();
    vi.advanceTimersByTime(1000);
  }
  expect(said).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  lose();

  expect(said).toHaveBeenCalledTimes(2);
  expect(incidents.counts.LogLinesLost).toBe(42);
});
