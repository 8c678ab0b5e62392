import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CodeDeployClient } from '@aws-sdk/client-codedeploy';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import type { AwsCredentialIdentity } from '@smithy/types';
import { clientOptions } from '../../../functions/aws/client-options.ts';

/** A throttled call is tried again; a service that does not respond is waited for twice. */
const LIMITS = { timeoutMilliseconds: 3_000, maxAttempts: 2 };

/** What AWS's clients throw; without a status where no service has responded. */
export interface AwsError extends Error {
  /** Such as `ExpiredToken`. */
  readonly name: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Whether these credentials may do other things than this one. */
export function isDenial({ name }: Error): boolean {
  return /^(AccessDenied|AccessDeniedException|UnauthorizedOperation)$/.test(name);
}

/** Whether other credentials would help; otherwise the service is at fault, or gets too many requests. */
export function isOfCredentials(error: Error): boolean {
  return (
    isDenial(error) || /Token|Signature|Credential|UnrecognizedClient|AuthFailure|OptIn/.test(error.name)
  );
}

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
