import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { credentialsOf } from '../aws/credentials.ts';
import type { ContractRequest } from '../inference/contracts/client.ts';

/** The headers of a request to API Gateway, for which AWS has no client, signed by AWS's own library with a function's credentials. */
export async function signedHeaders(
  url: URL,
  { method, headers, body }: Pick<ContractRequest, 'method' | 'headers' | 'body'>,
  environment: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  const { AWS_REGION: region = '' } = environment;
  const credentials = await credentialsOf(environment);
  const signer = new SignatureV4({ region, service: 'execute-api', credentials, sha256: Sha256 });
  const signed = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    headers: { ...headers, host: url.host },
    body,
  });
  return signed.headers;
}
