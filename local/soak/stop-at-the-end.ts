/** How the service ends when nothing is broken. */
import type { Stage } from './faults/fault.ts';
import { NotSurvived } from './faults/fault.ts';
import { requireEnded } from './faults/gateway.ts';

const LIMIT_MILLISECONDS = 15_000;

/** @returns what is wrong with it; undefined: nothing */
export async function stopAtTheEnd(stage: Stage): Promise<string | undefined> {
  const { service } = stage;
  if (service.pid === undefined) return 'the service had ended before';
  const processes = await stage.processes();
  const end = await service.stop(LIMIT_MILLISECONDS);
  // On Windows nothing can ask a process to end.
  if (end !== 0 && process.platform !== 'win32') return `asked to stop, the service ended with ${end}`;
  try {
    await requireEnded(stage, processes);
    return undefined;
  } catch (error) {
    if (error instanceof NotSurvived) return error.message;
    throw error;
  }
}
