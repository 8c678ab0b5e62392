/** The competition's side of the contract `esun-2021`. */
import { INFERENCE_PATH } from '../addresses.ts';
import { toBase64 } from '../base64-text.ts';
import type { ContractClient } from '../client.ts';

export const esun2021Client: ContractClient = {
  contract: 'esun-2021',
  needsId: true,
  request({ bytes }, id, attemptsLeft) {
    if (id === undefined) throw new TypeError('A question of the contract esun-2021 must have an id');
    return {
      method: 'POST',
      path: INFERENCE_PATH,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        esun_uuid: id,
        esun_timestamp: Math.floor(Date.now() / 1000),
        image: toBase64(bytes),
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
