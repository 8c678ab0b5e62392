/** The caller's side of the contract `predictions`. */
import { predictionsPath } from '../addresses.ts';
import type { ContractClient } from '../client.ts';
import { ANSWER_HEADER, ID_HEADER } from './headers.ts';

export function predictionsClient(task: string): ContractClient {
  return {
    contract: 'predictions',
    needsId: false,
    request: ({ bytes, mediaType }, id) => ({
      method: 'POST',
      path: predictionsPath(task),
      headers: { 'content-type': mediaType, ...(id !== undefined && { [ID_HEADER]: id }) },
      body: bytes,
    }),
    read({ status, headers, body }) {
      if (status !== 200) return { error: `status ${status}` };
      let ranking: unknown;
      try {
        ranking = JSON.parse(body);
      } catch {
        return { error: 'reply is not JSON' };
      }
      if (typeof ranking !== 'object' || ranking === null || Object.keys(ranking).length === 0) {
        return { error: 'reply without a label' };
      }
      const told = headers[ANSWER_HEADER];
      return {
        answer: told === undefined ? bestOf(ranking as Record<string, number>) : decodeURIComponent(told),
      };
    },
  };
}

/** Other servers of this contract say it in the body alone. */
function bestOf(ranking: Record<string, number>): string {
  return Object.entries(ranking).reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
