/** Calls a version through Lambda's API with API Gateway's events, because no address leads to a version before its release. */
import { randomUUID } from 'node:crypto';
import { InvokeCommand, LambdaClient, LambdaServiceException } from '@aws-sdk/client-lambda';
import { clientOptions } from '../aws/client-options.ts';
import type { ContractRequest, ContractResponse } from '../inference/contracts/client.ts';

/** Lambda itself refused a call, which therefore did not reach the version. */
export class LambdaRefusal extends Error {}

export type CallVersion = ReturnType<typeof callsOf>;

/**
 * @returns a function that calls a version, with a `timeout` in milliseconds. The function throws a `LambdaRefusal` if the
 *   permission to call the version is missing, or Lambda throttles or fails.
 */
export function callsOf(FunctionName: string, Qualifier: string, environment: NodeJS.ProcessEnv) {
  const limits = { timeoutMilliseconds: 60_000, maxAttempts: 1 };
  const client = new LambdaClient(clientOptions(environment, 'LAMBDA', limits));
  return async (request: ContractRequest, timeout: number): Promise<ContractResponse> => {
    const Payload = JSON.stringify(eventOf(request));
    const command = new InvokeCommand({ FunctionName, Qualifier, Payload });
    const output = await client
      .send(command, { abortSignal: AbortSignal.timeout(timeout) })
      .catch((error: Error) => {
        if (!(error instanceof LambdaServiceException)) throw error;
        const { name, $metadata } = error;
        const status = $metadata.httpStatusCode ?? 0;
        const Refusal = status === 403 || status === 429 || status >= 500 ? LambdaRefusal : Error;
        throw new Refusal(`Lambda responded with ${status} ${name}`);
      });
    const text = output.Payload?.transformToString() ?? '';
    if (output.FunctionError !== undefined) {
      const { errorType, errorMessage } = JSON.parse(text);
      throw new Error(`the function failed: ${errorType}: ${errorMessage}`);
    }
    const { statusCode: status = 200, headers = {}, body = '', isBase64Encoded } = JSON.parse(text);
    return { status, headers, body: isBase64Encoded ? Buffer.from(body, 'base64').toString() : body };
  };
}

/** An event with the fields that the function reads, and the fields that every event has. */
function eventOf({ method, path, headers, body }: ContractRequest): Record<string, unknown> {
  const userAgent = 'subsecond-release-check';
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers,
    requestContext: {
      timeEpoch: Date.now(),
      requestId: randomUUID(),
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent },
    },
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
  };
}
