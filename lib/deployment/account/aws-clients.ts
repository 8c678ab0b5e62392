import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CodeDeployClient } from '@aws-sdk/client-codedeploy';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { AwsCredentialIdentity } from '@smithy/types';
import { clientOptions } from '../../../functions/aws/client-options.ts';

/** A throttled call is tried again; a service that does not respond is waited for twice. */
const LIMITS = { timeoutMilliseconds: 3_000, maxAttempts: 2 };

/** A deployment that AWS would refuse, or that cannot reach AWS; one line for each reason, that says what to type. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

/** Clients of the services that a deployment is checked and rolled back by. */
export type AwsClients = ReturnType<typeof createClients>;

/** @param environment with `AWS_ENDPOINT_URL` or `AWS_ENDPOINT_URL_<SERVICE>` where a server other than AWS responds */
function createClients(region: string, credentials: AwsCredentialIdentity, environment: NodeJS.ProcessEnv) {
  const options = (service: string) => {
    const { requestHandler, ...others } = clientOptions(environment, service, LIMITS);
    // HTTPS_PROXY and NO_PROXY, as the CDK reads them.
    const httpsAgent = { keepAlive: true, proxyEnv: environment };
    return { ...others, requestHandler: { ...requestHandler, httpsAgent }, region, credentials };
  };
  return {
    region,
    sts: new STSClient(options('STS')),
    ssm: new SSMClient(options('SSM')),
    lambda: new LambdaClient(options('LAMBDA')),
    cloudFormation: new CloudFormationClient(options('CLOUDFORMATION')),
    codeDeploy: new CodeDeployClient(options('CODEDEPLOY')),
    secretsManager: new SecretsManagerClient(options('SECRETS_MANAGER')),
    serviceQuotas: new ServiceQuotasClient(options('SERVICE_QUOTAS')),
  };
}

/**
 * Clients with the credentials and the region of the usual places (environment, profile, SSO, role).
 *
 * @throws AccountError when there are none
 */
export async function signIn(environment: NodeJS.ProcessEnv): Promise<AwsClients> {
  const { config } = new STSClient({});
  const refuse = (line: string) => (cause: unknown) => {
    throw new AccountError(line, { cause });
  };
  const { AWS_REGION: named = environment.AWS_DEFAULT_REGION } = environment;
  const noRegion = 'There is no region: type export AWS_REGION=eu-west-1, or another one near your callers.';
  const region = named ?? (await config.region().catch(refuse(noRegion)));
  const noKeys = 'There are no AWS credentials: type aws login, or export AWS_PROFILE=<profile>.';
  return createClients(region, await config.credentials().catch(refuse(noKeys)), environment);
}

/** @throws Error of AWS when the credentials are not good */
export async function readAccountId({ sts }: AwsClients): Promise<string> {
  const { Account = 'unknown' } = await sts.send(new GetCallerIdentityCommand());
  return Account;
}

/** A value in the place of what is not there: handles the error with which AWS says so, and throws any other. */
export function ifMissing<Value>(NotFound: new (...options: never[]) => Error, value: Value) {
  return (error: unknown): Value => {
    if (error instanceof NotFound) return value;
    throw error;
  };
}

/** Whether these credentials may do other things than this one. */
export function isDenial({ name }: Error): boolean {
  return /^(AccessDenied|AccessDeniedException|UnauthorizedOperation)$/.test(name);
}
