/**
 * Where a service of AWS is called.
 *
 * @param service as in its address: `secretsmanager`
 * @param sdkId as AWS's clients call it; `AWS_ENDPOINT_URL_<sdkId>` may name another address, and
 * `AWS_ENDPOINT_URL` one for all services
 */
export function serviceUrl(
  service: string,
  sdkId: string,
  path: string,
  environment: NodeJS.ProcessEnv,
): URL {
  const { AWS_REGION: region = '' } = environment;
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const given = environment[`AWS_ENDPOINT_URL_${sdkId}`] ?? environment.AWS_ENDPOINT_URL;
  return new URL(path, given ?? `https://${service}.${region}.${domain}`);
}
