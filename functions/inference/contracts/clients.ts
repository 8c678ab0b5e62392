/** The client sides there are. Runs in browsers, too. */
import type { ContractClient } from './client.ts';
import { esun2021Client } from './esun-2021/client.ts';
import { esun2022Client } from './esun-2022/client.ts';
import { openInferenceClient } from './open-inference/client.ts';
import { openaiEmbeddingsClient } from './openai-embeddings/client.ts';
import { predictionsClient } from './predictions/client.ts';

/**
 * Makes the client of a contract for a task; undefined: there is no such contract.
 *
 * @param input name of the task's input, for contracts that name it
 */
export function findClient(contract: string, task: string, input?: string): ContractClient | undefined {
  switch (contract) {
    case 'esun-2021':
      return esun2021Client;
    case 'esun-2022':
      return esun2022Client;
    case 'openai-embeddings':
      return openaiEmbeddingsClient(task);
    case 'predictions':
      return predictionsClient(task);
    case 'open-inference':
      return openInferenceClient(input === undefined ? { task } : { task, input });
    default:
      return undefined;
  }
}
