import { fakeService } from '../../../functions/support/fake-service.ts';

/** An account with a bootstrap, the usual limits and nothing else. */
export const readyAccount = () => ({
  isBootstrapped: true,
  total: 1000,
  unreserved: 1000,
  /** EC2's quota of vCPUs. */
  vcpus: 5,
  /** Status of the stack; undefined if there is none. */
  status: undefined as string | undefined,
  /** Names of the existing parameters and secrets. */
  secrets: [] as string[],
  /** Weights of a second version next to version 4 in every alias `live`. */
  weights: {} as Record<string, number>,
  /** Errors by service, with which a service refuses every call. */
  refusals: {} as Record<string, { status: number; code: string }>,
  /** Services that accept a call and never respond. */
  silent: [] as string[],
});

export type FakeAccount = ReturnType<typeof readyAccount>;

/** Starts an endpoint for STS, SSM, Lambda, CloudFormation, Secrets Manager and Service Quotas, each with its own protocol. */
export async function startFakeAws(account: FakeAccount) {
  const calls: string[] = [];
  const { url } = await fakeService(({ path, headers, body }) => {
    // The signature's scope names the service: Credential=AKID/20261122/eu-west-1/sts/aws4_request.
    const [, , region = '', service = ''] =
      /Credential=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split('/') ?? [];
    const what = String(headers['x-amz-target'] ?? new URLSearchParams(body).get('Action') ?? path);
    calls.push(`${region} ${service} ${what}`);
    if (account.silent.includes(service)) return undefined;
    const refusal = account.refusals[service];
    if (refusal) return refused(service, refusal.code, 'no', refusal.status);
    return respond(service, what, body, account);
  });
  return { url, calls };
}

const IDENTITY = '<GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult>';

function respond(service: string, what: string, body: string, account: FakeAccount) {
  const ok = (content: object) => ({ body: JSON.stringify(content) });
  const { total, unreserved, secrets } = account;
  if (service === 'sts')
    return { body: `<GetCallerIdentityResponse>${IDENTITY}</GetCallerIdentityResponse>` };
  if (service === 'servicequotas') return ok({ Quota: { Value: account.vcpus } });
  if (what === 'AmazonSSM.DescribeParameters') {
    const [{ Values }] = JSON.parse(body).ParameterFilters;
    return ok({ Parameters: secrets.filter((name) => Values.includes(name)) });
  }
  if (service === 'secretsmanager')
    return secrets.includes(JSON.parse(body).SecretId)
      ? ok({})
      : refused(service, 'ResourceNotFoundException');
  if (what.includes('/aliases/live'))
    return ok({ FunctionVersion: '4', RoutingConfig: { AdditionalVersionWeights: account.weights } });
  if (service === 'ssm')
    return account.isBootstrapped
      ? ok({ Parameter: { Value: '31' } })
      : refused(service, 'ParameterNotFound');
  if (service === 'lambda')
    return ok({ AccountLimit: { ConcurrentExecutions: total, UnreservedConcurrentExecutions: unreserved } });
  if (account.status !== undefined)
    return { body: describedStack(account.status, { fn: 'Function of digits' }) };
  const name = new URLSearchParams(body).get('StackName');
  return refused(service, 'ValidationError', `Stack with id ${name} does not exist`);
}

/** CloudFormation's description of a stack. @param outputs the description of each output, by the output's value */
export function describedStack(status: string, outputs: Readonly<Record<string, string>>): string {
  const members = Object.entries(outputs).map(
    ([value, description], index) =>
      `<member><OutputKey>Output${index}</OutputKey><OutputValue>${value}</OutputValue>` +
      `<Description>${description}</Description></member>`,
  );
  return (
    `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>s</StackName>` +
    `<StackStatus>${status}</StackStatus><Outputs>${members.join('')}</Outputs>` +
    '</member></Stacks></DescribeStacksResult></DescribeStacksResponse>'
  );
}

function refused(service: string, code: string, message = '', status = 400) {
  const isXml = !['ssm', 'lambda', 'secretsmanager'].includes(service);
  const body = isXml
    ? `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`
    : JSON.stringify({ __type: `com.amazonaws#${code}`, message });
  return { status, body };
}
