/** The competition's side of its contracts. Runs in browsers, too. */
import { INFERENCE_PATH } from '../addresses.ts';
import type { ContractClient, Sample } from '../client.ts';

/** @param fields what a sample is asked with, beside the envelope */
export function esunClient(
  contract: string,
  fields: (sample: Sample) => Readonly<Record<string, unknown>>,
): ContractClient {
  return {
    contract,
    needsId: true,
    request(sample, id, attemptsLeft) {
      if (id === undefined) throw new TypeError(`A question of the contract ${contract} must have an id`);
      return {
        method: 'POST',
        path: INFERENCE_PATH,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          esun_uuid: id,
          esun_timestamp: Math.floor(Date.now() / 1000),
          ...fields(sample),
          retry: attemptsLeft,
        }),
      };
    },
    read({ status, body }, id) {
      if (status !== 200) return { error: `status ${status}` };
      let reply: unknown;
      try {
        reply = JSON.parse(body);
      } catch {
        return { error: 'reply is not JSON' };
      }
      const { esun_uuid, answer } = (reply ?? {}) as Record<string, unknown>;
      if (typeof answer !== 'string') return { error: 'reply without an answer' };
      return esun_uuid === id ? { answer } : { error: 'reply for another id' };
    },
  };
}
