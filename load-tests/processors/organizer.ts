import { now } from '../client/clock.ts';
import { ATTEMPTS } from '../client/question.ts';
import type { ExchangeRecord } from '../client/records.ts';
import type { Metrics } from './artillery.ts';
import type { LoadRun } from './load-run.ts';

/**
 * Asks as an organizer of a competition does: an answer later than the limit is dropped and the question
 * sent again at once under the same id, at most twice more; after that it is lost.
 */
export async function askAsOrganizer(run: LoadRun, metrics: Metrics): Promise<void> {
  const question = run.nextQuestion();
  if (question === undefined) return;
  const begins = now();
  metrics.emit('counter', 'subsecond.lost', 0);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { record } = await run.ask(question, metrics, {
      attempt,
      repeated: attempt > 1,
      attemptsLeft: ATTEMPTS - attempt,
      timeoutMilliseconds: run.settings.limit,
    });
    if (isAccepted(record, run.settings.limit)) return;
  }
  if (run.isWarmUp(begins)) return;
  run.recordFrom(begins, { kind: 'lost', id: question.id, at: now() });
  metrics.emit('counter', 'subsecond.lost', 1);
}

function isAccepted(record: ExchangeRecord, limit: number): boolean {
  return record.error === undefined && record.milliseconds <= limit;
}
