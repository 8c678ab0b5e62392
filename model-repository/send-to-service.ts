/** One request to a service over HTTP, for callers that do not measure every byte of it. */
import type {
  ContractClient,
  ContractResponse,
  Reply,
  Sample,
} from '../functions/inference/contracts/client.ts';

/** A service that has not responded by then will not. */
const TIMEOUT_MILLISECONDS = 30_000;

export interface TargetService {
  readonly reply: Reply;
  readonly response: ContractResponse;
}

/**
 * @param url address of the service, which may have a path of its own
 * @param id undefined where the contract needs none: then nothing is cached
 */
export async function sendToService(
  url: string,
  client: ContractClient,
  sample: Sample,
  id: string | undefined,
): Promise<TargetService> {
  const { method, path, headers, body } = client.request(sample, id, 0);
  const fetched = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
    method,
    headers,
    body: body as NonNullable<RequestInit['body']>,
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  const response = {
    status: fetched.status,
    headers: Object.fromEntries(fetched.headers),
    body: await fetched.text(),
  };
  return { reply: client.read(response, id), response };
}
