/** Sends samples through a contract's client and the service. */
import type { ContractClient, Reply, Sample } from '../../../functions/inference/contracts/client.ts';
import { request } from './requests.ts';
import type { Send } from './tiny.ts';

export function sampleOf(mediaType: string, content: string | Uint8Array): Sample {
  return { name: 'sample', label: undefined, mediaType, bytes: Buffer.from(content as string) };
}

/** What a client reads from the service's response to a sample. */
export async function readBy(
  client: ContractClient,
  send: Send,
  sample: Sample,
  id?: string,
): Promise<Reply> {
  const { method, path, headers, body } = client.request(sample, id, 0);
  const response = await send(request(method, path, { headers, body }));
  return client.read({ ...response, body: String(response.body) }, id);
}
