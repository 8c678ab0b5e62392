import type {
  ContractClient,
  ContractRequest,
  ContractResponse,
  Sample,
} from '../inference/contracts/client.ts';

/** Sends a request. */
export type Send = (request: ContractRequest) => Promise<ContractResponse>;

/** What came of a request. */
export interface Outcome {
  readonly sample: string;
  readonly milliseconds: number;
  /** Why there is no response, in a few words; undefined where there is one. */
  readonly error: string | undefined;
  /** Whether the response is the right one; undefined where nobody knows. */
  readonly right: boolean | undefined;
}

/** Sends a sample, under an id of its own. Never rejects. */
export async function sendSample(
  client: ContractClient,
  sample: Sample,
  id: string,
  send: Send,
): Promise<Outcome> {
  const started = performance.now();
  const outcome = (error: string | undefined, prediction?: string): Outcome => ({
    sample: sample.name,
    milliseconds: Math.round(performance.now() - started),
    error,
    right: prediction === undefined || sample.label === undefined ? undefined : prediction === sample.label,
  });
  try {
    const reply = client.read(await send(client.request(sample, id, 0)), id, Date.now() / 1000);
    return 'error' in reply ? outcome(reply.error) : outcome(undefined, reply.prediction);
  } catch (error) {
    return outcome((error as Error).message);
  }
}
