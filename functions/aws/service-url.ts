/**
 * Where a service of AWS is called.
 *
 * @param service as in its address: `secretsmanager`
 * @param sdkId as AWS's clients call it; `AWS_ENDPOINT_URL_<sdkId>` may name another address
 */
export function serviceUrl(
  service: string,
  sdkId: string,
  path: string,
  environment: NodeJS.ProcessEnv,
): URL {
  const { AWS_REGION: region = '' } = environment;
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return new URL(path, environment[`AWS_ENDPOINT_URL_${sdkId}`] ?? `https://${service}.${region}.${domain}`);
}
