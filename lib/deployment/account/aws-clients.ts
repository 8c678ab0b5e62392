import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CodeDeployClient } from '@aws-sdk/client-codedeploy';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { AwsCredentialIdentity } from '@smithy/types';
import { clientOptions } from '../../../functions/aws/client-options.ts';

/** A call that fails for a reason that may pass, such as throttling or no response, is attempted once more. */
const LIMITS = { timeoutMilliseconds: 3_000, maxAttempts: 2 };

/** AWS cannot be reached, or would refuse the deployment. For each reason, the message has a line that says what to do. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

/** Clients for the checks of a deployment, and for rollbacks. */
export type AwsClients = ReturnType<typeof createClients>;

/** @param environment with `AWS_ENDPOINT_URL` or `AWS_ENDPOINT_URL_<SERVICE>` if another server than AWS is called */
function createClients(region: string, credentials: AwsCredentialIdentity, environment: NodeJS.ProcessEnv) {
  const options = (service: string) => {
    const { requestHandler, ...others } = clientOptions(environment, service, LIMITS);
    // The agent reads HTTPS_PROXY and NO_PROXY, as the CDK does.
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
 * Clients with credentials and region from the usual places (environment, profile, SSO, role).
 * @throws AccountError if the credentials or the region are missing
 */
export async function signIn(environment: NodeJS.ProcessEnv): Promise<AwsClients> {
  const { config } = new STSClient({});
  const refuse = (line: string) => (cause: unknown) => {
    throw new AccountError(line, { cause });
  };
  const { AWS_REGION: named = environment.AWS_DEFAULT_REGION } = environment;
  const noRegion = 'There is no region: type export AWS_REGION=<region near your callers>.';
  const region = named ?? (await config.region().catch(refuse(noRegion)));
  const noKeys = 'There are no AWS credentials: type aws login, or export AWS_PROFILE=<profile>.';
  return createClients(region, await config.credentials().catch(refuse(noKeys)), environment);
}

/** @throws Error of AWS if the credentials are invalid */
export async function readAccountId({ sts }: AwsClients): Promise<string> {
  const { Account = 'unknown' } = await sts.send(new GetCallerIdentityCommand());
  return Account;
}

/** @returns a handler of rejections that gives `value` if AWS reports a missing resource, and throws every other error */
export function ifMissing<Value>(NotFound: new (...options: never[]) => Error, value: Value) {
  return (error: unknown): Value => {
    if (error instanceof NotFound) return value;
    throw error;
  };
}

/** Whether a call has failed because the credentials lack the permission for it. */
export function isDenial({ name }: Error): boolean {
  return /^(AccessDenied|AccessDeniedException|UnauthorizedOperation)$/.test(name);
}
