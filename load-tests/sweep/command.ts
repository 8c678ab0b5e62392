/** `npm run load -- sweep`: the best way to start a task on this machine. */
import { stoppable } from '../command/stop.ts';
import { HELP, readSweepOptions, type SweepOptions } from './options/options.ts';
import { deliver, readMeasurements } from './report/deliver.ts';
import { requireWritable } from './report/document.ts';
import { type Origin, openSweptTask, sweepTask } from './run-task.ts';
import { shortestSeconds } from './search/search.ts';

/**
 * @param parameters behind the word `sweep`
 * @param origin the commit, the machine and the command line, for the reports; asked for only where something is measured
 * @returns the exit code
 * @throws {UsageError} that says what would be right
 */
export async function runSweep(parameters: readonly string[], origin: () => Origin): Promise<number> {
  const options = readSweepOptions(parameters);
  if (options.command === 'help') {
    console.log(HELP);
    return 0;
  }
  if (options.write !== undefined) requireWritable(options.write);
  if (options.command === 'redraw') {
    const sweeps = options.files.map(readMeasurements);
    let everyPromise = true;
    for (const measured of sweeps) everyPromise = (await deliver(measured, options)) && everyPromise;
    return Number(!everyPromise);
  }
  return Number(!(await sweepAll(options, origin())));
}

/** @returns whether every task has a setting that keeps the promise */
async function sweepAll(
  options: Extract<SweepOptions, { command: 'sweep' }>,
  origin: Origin,
): Promise<boolean> {
  const { tasks, axes, minutes } = options;
  const opened = await Promise.all(tasks.map((task) => openSweptTask(task, options, origin)));
  const least = shortestSeconds(axes) / 60;
  if (least > minutes) {
    console.error(
      `The shortest sweep takes about ${Math.ceil(least)} minutes a task, which is more than --minutes ${minutes}.`,
    );
  }
  return stoppable(async (signal) => {
    let everyPromise = true;
    for (const [index, task] of opened.entries()) {
      const { facts } = task;
      const label = `${facts.task}${opened.length > 1 ? ` (${index + 1} of ${opened.length})` : ''}`;
      const measured = await sweepTask(task, options, label, signal);
      if (measured === undefined) throw signal.reason;
      everyPromise = (await deliver(measured, options)) && everyPromise;
      if (signal.aborted) return false;
    }
    return everyPromise;
  });
}
