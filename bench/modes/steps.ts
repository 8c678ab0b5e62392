import { expectedSeconds, measureSteps } from '../measure/steps.ts';
import { Progress } from '../progress.ts';
import { allAnswered, describeGoals, goalsKept } from '../report/goals.ts';
import { formatSteps, ratioOf } from '../report/steps.ts';
import type { BenchMode } from './mode.ts';

/** What each step of a question costs. */
export const steps: BenchMode = {
  linuxOnly: true,
  async measure(asked, { clients: [clients = 1], seconds, rounds }, dataDirectory) {
    const service = { tasks: [asked.directory], dataDirectory, port: 0 };
    const plan = { service, asked, clients, seconds, rounds };
    const progress = new Progress(expectedSeconds(plan));
    try {
      const measured = await measureSteps(plan, progress);
      const goals = [allAnswered(measured.rounds.flatMap(({ cache, noCache }) => [cache, noCache]))];
      const table = [formatSteps(measured), '', ...describeGoals(goals)].join('\n');
      const measurements = { ...measured, environmentOverMembers: ratioOf(measured.rounds) };
      return { table, measurements, kept: goalsKept(goals) };
    } finally {
      progress.end();
    }
  },
};
