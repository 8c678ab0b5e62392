import { fakeService } from '../../../functions/support/fake-service.ts';

/** What a fake AWS says of its account. */
export interface FakeAccount {
  isBootstrapped: boolean;
  total: number;
  unreserved: number;
  /** vCPUs of EC2. */
  vcpus: number;
  /** Of the stack; undefined: there is none. */
  status: string | undefined;
  /** Names of the parameters and secrets that are there. */
  secrets: string[];
  /** The weights of the version beside version 4 in every alias `live`. */
  weights: Record<string, number>;
  /** Error code by service, in the place of its response. */
  refusals: Record<string, { status: number; code: string }>;
  /** Services that take a call and never respond. */
  silent: string[];
}

/** An endpoint that responds as STS, SSM, Lambda, CloudFormation and Secrets Manager do, each in its protocol. */
export async function startFakeAws(account: FakeAccount) {
  const calls: string[] = [];
  const { url } = await fakeService(({ path, headers, body }) => {
    // The service is in the signature's scope: Credential=AKID/20261122/eu-west-1/sts/aws4_request.
    const [, , region = '', service = ''] =
      /Credential=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split('/') ?? [];
    const what = headers['x-amz-target'] ?? new URLSearchParams(body).get('Action') ?? path;
    calls.push(`${region} ${service} ${what}`);
    if (account.silent.includes(service)) return undefined;
    const { status, text } = respond(service, String(what), body, account);
    return { status, body: text };
  });
  return { url, calls };
}

function respond(
  service: string,
  what: string,
  body: string,
  account: FakeAccount,
): { status: number; text: string } {
  const refusal = account.refusals[service];
  if (refusal) return { status: refusal.status, text: errorOf(service, refusal.code, 'no') };
  const ok = (text: string) => ({ status: 200, text });
  const { isBootstrapped, status, total, unreserved } = account;
  if (service === 'sts')
    return ok(
      '<GetCallerIdentityResponse><GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
    );
  if (service === 'servicequotas') return ok(JSON.stringify({ Quota: { Value: account.vcpus } }));
  if (what === 'AmazonSSM.DescribeParameters') {
    const [{ Values }] = JSON.parse(body).ParameterFilters;
    return ok(JSON.stringify({ Parameters: account.secrets.filter((name) => Values.includes(name)) }));
  }
  if (service === 'secretsmanager') {
    if (account.secrets.includes(JSON.parse(body).SecretId)) return ok('{}');
    return { status: 400, text: errorOf(service, 'ResourceNotFoundException', '') };
  }
  if (what.includes('/aliases/live')) {
    const RoutingConfig = { AdditionalVersionWeights: account.weights };
    return ok(JSON.stringify({ FunctionVersion: '4', RoutingConfig }));
  }
  if (service === 'ssm') {
    if (!isBootstrapped) return { status: 400, text: errorOf(service, 'ParameterNotFound', '') };
    return ok(JSON.stringify({ Parameter: { Value: '31' } }));
  }
  if (service === 'lambda') {
    return ok(
      JSON.stringify({
        AccountLimit: { ConcurrentExecutions: total, UnreservedConcurrentExecutions: unreserved },
      }),
    );
  }
  if (status === undefined) {
    const name = new URLSearchParams(body).get('StackName');
    return { status: 400, text: errorOf(service, 'ValidationError', `Stack with id ${name} does not exist`) };
  }
  return ok(
    `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackStatus>${status}</StackStatus>` +
      `${OUTPUTS}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  );
}

const OUTPUTS =
  '<Outputs><member><OutputKey>A</OutputKey><OutputValue>fn</OutputValue><Description>Function of digits</Description></member></Outputs>';

function errorOf(service: string, code: string, message: string): string {
  if (['ssm', 'lambda', 'secretsmanager'].includes(service))
    return JSON.stringify({ __type: `com.amazonaws#${code}`, message });
  return `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
}
