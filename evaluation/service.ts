/** Sends samples to a running service, by the client side of one of the model's contracts. */
import { randomUUID } from 'node:crypto';
import type { ContractClient, Sample } from '../functions/inference/contracts/client.ts';
import { sendToService } from '../model-repository/send-to-service.ts';

export interface ServiceResponse {
  readonly prediction: string;
  /** Members that the service ran; undefined where it does not say. */
  readonly membersRun: number | undefined;
  /** From sending to having read the reply. */
  readonly milliseconds: number;
}

/** @throws {Error} when the service gives no prediction */
export type SendToService = (sample: Sample) => Promise<ServiceResponse>;

function unreachable(error: Error): never {
  const { message } = (error.cause as Error | undefined) ?? error;
  throw new Error(`the service cannot be reached: ${message}`);
}

/** @param url address of the service, which may have a path of its own */
export function serviceAt(url: string, client: ContractClient): SendToService {
  return async (sample) => {
    const id = client.needsId ? randomUUID() : undefined;
    const started = performance.now();
    const { reply, response } = await sendToService(url, client, sample, id).catch(unreachable);
    const milliseconds = performance.now() - started;
    if ('error' in reply)
      throw new Error(`${url} gave no prediction: ${reply.error} ${response.body}`.trim());
    const membersRun = Number.parseInt(response.headers['x-subsecond-members'] ?? '', 10);
    return {
      prediction: reply.answer,
      membersRun: Number.isNaN(membersRun) ? undefined : membersRun,
      milliseconds,
    };
  };
}
