/** Where a service has a model, and the labels that it gives. */
import * as v from 'valibot';
import { UsageError } from '../../project/usage-error.ts';

/** A service that has not responded by then will not. */
const TIMEOUT_MILLISECONDS = 10_000;

const LabelsSchema = v.object({
  model: v.string(),
  labels: v.array(v.string()),
  reject: v.optional(v.string()),
});
type ListedLabels = v.InferOutput<typeof LabelsSchema>;

export interface ServicePlace {
  /** Under which the model's routes are. */
  readonly url: string;
  /** Undefined where the service has no such route. */
  readonly listed: ListedLabels | undefined;
}

/**
 * The service's own address, or where it has several models, the one of this model below it.
 *
 * @throws {UsageError} when the service has other models only
 * @throws {Error} when it does not respond
 */
export async function findService(url: string, model: string): Promise<ServicePlace> {
  const base = url.replace(/\/+$/, '');
  const first = await labelsAt(base);
  if (first?.model === model) return { url: base, listed: first };
  const below = `${base}/models/${model}`;
  const listed = await labelsAt(below);
  if (listed?.model === model) return { url: below, listed };
  if (first === undefined) return { url: base, listed: undefined };
  throw new UsageError(`${url} serves the model ${first.model}, not ${model}: name the one to evaluate`);
}

async function labelsAt(place: string): Promise<ListedLabels | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const response = await fetch(`${place}/labels`, { signal }).catch((error: Error) => {
    const { message } = (error.cause as Error | undefined) ?? error;
    throw new Error(`${place} cannot be reached: ${message}`);
  });
  const content: unknown = await response.json().catch(() => undefined);
  const parsed = v.safeParse(LabelsSchema, content);
  return response.ok && parsed.success ? parsed.output : undefined;
}
