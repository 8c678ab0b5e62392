/** `npm run soak`: runs a soak, shows how it goes, and reports. */
import { writeFileSync } from 'node:fs';
import { ProgressLine } from '../../load-tests/run/progress.ts';
import { openAskedTask } from '../../tasks/asked-task.ts';
import { EventLog } from './events.ts';
import type { SoakOptions } from './options.ts';
import { isPassed, type Outcome } from './report/outcome.ts';
import { formatOutcome } from './report/table.ts';
import { type Now, soak } from './soak.ts';

/** @returns whether nothing was lost or changed and every fault was survived */
export async function runSoak(options: SoakOptions): Promise<boolean> {
  const { json, log, ...plan } = options;
  // Before a file of events is begun: there may be no such task.
  await openAskedTask({ task: options.task });
  const controller = new AbortController();
  const stop = () => {
    process.stderr.write('\nending what is broken now; the report will be on what there is\n');
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const events = new EventLog(log);
  const line = new ProgressLine('soak');
  try {
    console.log(`Seed ${options.seed}; events in ${events.file}`);
    const show = (now: Now) => line.show(words(now));
    const outcome = await soak(plan, { signal: controller.signal, takeDown: events.add, show });
    line.end();
    console.log(formatOutcome(outcome));
    if (json !== undefined) writeFileSync(json, toJson(outcome));
    return isPassed(outcome);
  } finally {
    line.end();
    events.close();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

function words({ what, secondsLeft, counts }: Now): string {
  const { answers, wrong } = counts;
  const left = `${Math.floor(secondsLeft / 60)} min ${Math.floor(secondsLeft % 60)} s left`;
  return `${left}; ${answers} answers, ${wrong.lost} lost, ${wrong.changed} changed; ${what}`;
}

function toJson(outcome: Outcome): string {
  const { wrongStatuses } = outcome.counts;
  const counts = { ...outcome.counts, wrongStatuses: Object.fromEntries(wrongStatuses) };
  return `${JSON.stringify({ passed: isPassed(outcome), ...outcome, counts }, null, 2)}\n`;
}
