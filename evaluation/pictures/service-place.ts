/** Where a service answers for a task, and the labels that it gives. */
import * as v from 'valibot';
import { UsageError } from '../../project/usage-error.ts';

/** A service that has not answered by then will not. */
const TIMEOUT_MILLISECONDS = 10_000;

const LabelsSchema = v.object({
  task: v.string(),
  labels: v.array(v.string()),
  reject: v.optional(v.string()),
});
type ListedLabels = v.InferOutput<typeof LabelsSchema>;

export interface ServicePlace {
  /** Under which the task's routes are. */
  readonly url: string;
  /** Undefined where the service has no such route. */
  readonly listed: ListedLabels | undefined;
}

/**
 * The service's own address, or where it has several tasks, the one of this task below it.
 *
 * @throws {UsageError} when the service answers for other tasks only
 * @throws {Error} when it does not answer
 */
export async function findService(url: string, task: string): Promise<ServicePlace> {
  const base = url.replace(/\/+$/, '');
  const first = await labelsAt(base);
  if (first?.task === task) return { url: base, listed: first };
  const below = `${base}/tasks/${task}`;
  const listed = await labelsAt(below);
  if (listed?.task === task) return { url: below, listed };
  if (first === undefined) return { url: base, listed: undefined };
  throw new UsageError(
    `${url} answers for the task ${first.task}, not for ${task}: name the one to evaluate`,
  );
}

async function labelsAt(place: string): Promise<ListedLabels | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const response = await fetch(`${place}/labels`, { signal }).catch((error: Error) => {
    const { message } = (error.cause as Error | undefined) ?? error;
    throw new Error(`${place} cannot be reached: ${message}`);
  });
  const text = await response.text();
  if (!response.ok) return undefined;
  try {
    return v.parse(LabelsSchema, JSON.parse(text));
  } catch {
    return undefined;
  }
}
