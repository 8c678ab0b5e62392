import { request } from 'node:http';
import type { CacheVariables } from '../environments/function-variables.ts';

const LONGEST_CALL_MILLISECONDS = 5_000;
/** An item that is not there is as good as any. */
const KEY = { id: { S: 'probe' } };

/**
 * Asks the embedded table for an item.
 *
 * @throws Error when it does not answer, or says that it cannot
 */
export async function reachTable({ endpoint, table, credentials }: CacheVariables): Promise<void> {
  const body = JSON.stringify({ TableName: table, Key: KEY });
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.GetItem',
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials?.accessKeyId}/`,
  };
  const signal = AbortSignal.timeout(LONGEST_CALL_MILLISECONDS);
  await new Promise<void>((resolve, reject) => {
    const sent = request(endpoint, { method: 'POST', agent: false, headers, signal }, (response) => {
      response.resume();
      response.on('error', reject);
      const { statusCode } = response;
      if (statusCode === 200) response.on('end', resolve);
      else reject(new Error(`it answers ${statusCode}`));
    });
    sent.on('error', (error) => reject(signal.aborted ? new Error('it does not answer') : error));
    sent.end(body);
  });
}
