/** A request and its response, as the page knows them. */
import type * as v from 'valibot';
import type { Sample } from '../../../inference/contracts/client.ts';
import type { ExplanationSchema } from '../../../inference/information/explain.ts';

/** Number of retries that the client announces with the first attempt. */
const RETRIES = 2;

export interface InferenceRequest {
  /** Key of the response cache, the same for every attempt. */
  readonly id: string;
  readonly sample: Sample;
  readonly attemptsLeft: number;
}

export function requestFor(sample: Sample): InferenceRequest {
  return { id: randomId(), sample, attemptsLeft: RETRIES };
}

/** The request with one attempt less. If the contract sends `attemptsLeft`, the service can see that the request is a retry. */
export function retried(request: InferenceRequest): InferenceRequest {
  return { ...request, attemptsLeft: Math.max(0, request.attemptsLeft - 1) };
}

/** Body of the response to `POST explain`: the contract's response and how it was made. Each pipeline adds its own fields. */
export type Explanation = v.InferOutput<typeof ExplanationSchema>;

export interface ExplainedResponse<Explained extends Explanation = Explanation> {
  readonly explanation: Explained;
  /** Time from sending the request until the response is read. */
  readonly milliseconds: number;
  /** The response header that says how many members ran, and why others did not: `1/2; shortened`. */
  readonly members: string;
}

/** A version 4 UUID. Browsers lack `crypto.randomUUID` on pages that another machine serves without HTTPS. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hexadecimal = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hexadecimal.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
