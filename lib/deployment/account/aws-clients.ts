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

/** The search for credentials may call a program or a server. */
const CREDENTIALS_SECONDS = 10;

/** Clients of the services that a deployment is checked and rolled back by. */
export class AwsClients {
  readonly region: string;
  readonly sts: STSClient;
  readonly ssm: SSMClient;
  readonly lambda: LambdaClient;
  readonly cloudFormation: CloudFormationClient;
  readonly codeDeploy: CodeDeployClient;
  readonly secretsManager: SecretsManagerClient;
  readonly serviceQuotas: ServiceQuotasClient;

  /** @param environment with `AWS_ENDPOINT_URL` or `AWS_ENDPOINT_URL_<SERVICE>` where a server other than AWS responds */
  constructor(region: string, credentials: AwsCredentialIdentity, environment: NodeJS.ProcessEnv) {
    const options = (service: string) => {
      const { requestHandler, ...others } = clientOptions(environment, service, LIMITS);
      // HTTPS_PROXY and NO_PROXY, as the CDK reads them.
      const httpsAgent = { keepAlive: true, proxyEnv: environment };
      return { ...others, requestHandler: { ...requestHandler, httpsAgent }, region, credentials };
    };
    this.region = region;
    this.sts = new STSClient(options('STS'));
    this.ssm = new SSMClient(options('SSM'));
    this.lambda = new LambdaClient(options('LAMBDA'));
    this.cloudFormation = new CloudFormationClient(options('CLOUDFORMATION'));
    this.codeDeploy = new CodeDeployClient(options('CODEDEPLOY'));
    this.secretsManager = new SecretsManagerClient(options('SECRETS_MANAGER'));
    this.serviceQuotas = new ServiceQuotasClient(options('SERVICE_QUOTAS'));
  }
}

/** The usual places have no region or no credentials. */
export class NoCredentials extends Error {
  override readonly name = 'NoCredentials';
  readonly missing: 'region' | 'credentials';

  constructor(missing: 'region' | 'credentials', cause: unknown) {
    super(`no ${missing}`, { cause });
    this.missing = missing;
  }
}

/**
 * Clients with the credentials and the region of the usual places (environment, profile, SSO, role).
 *
 * @throws NoCredentials when there are none
 */
export async function signIn(environment: NodeJS.ProcessEnv): Promise<AwsClients> {
  const { config } = new STSClient({});
  const raise = (missing: 'region' | 'credentials') => (cause: unknown) => {
    throw new NoCredentials(missing, cause);
  };
  const { AWS_REGION: named = environment.AWS_DEFAULT_REGION } = environment;
  const region = named ?? (await config.region().catch(raise('region')));
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new Error(`no response within ${CREDENTIALS_SECONDS} s`));
  const timer = setTimeout(giveUp, CREDENTIALS_SECONDS * 1000);
  const keys = await Promise.race([config.credentials(), late])
    .catch(raise('credentials'))
    .finally(() => clearTimeout(timer));
  return new AwsClients(region, keys, environment);
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
