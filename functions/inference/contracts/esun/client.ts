/** The client side of the contracts `esun-2021` and `esun-2022`. Runs in browsers, too. */
import { INFERENCE_PATH, post } from '../addresses.ts';
import {
  type ContractClient,
  type ContractOutline,
  type Reply,
  readJsonReply,
  type Sample,
  toBase64,
} from '../client.ts';
import { hypothesesOf } from '../samples.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/** Largest difference between two correct clocks. */
const SAME_TIME_SECONDS = 60;

/** @param fields returns the fields of a sample's request other than id, time and attempts left */
function esunOutline(
  contract: string,
  fields: (sample: Sample) => Readonly<Record<string, unknown>>,
): ContractOutline {
  const client: ContractClient = {
    contract,
    needsId: true,
    request(sample, id, attemptsLeft) {
      if (id === undefined) throw new TypeError(`A request of the contract ${contract} must have an id`);
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
    read: (response, id, now) =>
      readJsonReply(response, (reply) => readReply((reply ?? {}) as Record<string, unknown>, id, now)),
  };
  return { name: contract, plain: [post(INFERENCE_PATH)], signs: true, client: () => client };
}

function readReply(reply: Record<string, unknown>, id: string | undefined, now: number | undefined): Reply {
  const { esun_uuid, server_uuid: uuid, answer: prediction, server_timestamp: timestamp, ...others } = reply;
  if (typeof prediction !== 'string') return { error: 'reply without an answer', fault: 'malformed' };
  if (esun_uuid !== id) return { error: 'reply for another id', fault: 'another id' };
  if (typeof uuid !== 'string' || !SHA256.test(uuid)) {
    return { error: 'reply whose server_uuid is not a hexadecimal SHA-256', fault: 'signature' };
  }
  if (typeof timestamp !== 'number' || !Number.isInteger(timestamp)) {
    return { error: 'reply whose server_timestamp is not a whole number', fault: 'timestamp' };
  }
  if (now !== undefined && Math.abs(timestamp - now) > SAME_TIME_SECONDS) {
    return { error: `reply whose server_timestamp ${timestamp} is not the current time`, fault: 'timestamp' };
  }
  const besides = Object.keys(others).length > 0 ? { besides: JSON.stringify(others) } : {};
  return { prediction, signature: { uuid, timestamp }, ...besides };
}

export const esun2021Outline = esunOutline('esun-2021', ({ bytes }) => ({ image: toBase64(bytes) }));

export const esun2022Outline = esunOutline('esun-2022', (sample) => ({
  sentence_list: hypothesesOf(sample),
}));
