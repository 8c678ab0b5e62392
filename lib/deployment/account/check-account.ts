import { stackName } from '../../configuration/aws-names.ts';
import { resolveConfiguration } from '../../configuration/resolve-configuration.ts';
import type { StageOptions } from '../stage-options.ts';
import { AccountError, type AwsClients, isDenial, readAccountId, signIn } from './aws-clients.ts';
import {
  lackOfBootstrap,
  lackOfConcurrency,
  lackOfSecrets,
  lackOfVcpus,
  readConcurrencyLimit,
  splitAliases,
} from './requirements.ts';
import { readStack } from './stack-state.ts';

/** Largest length of AWS's own message within a line. */
const MESSAGE_CHARACTERS = 160;

/**
 * Checks before anything is built whether the account can take a deployment, because AWS would report a problem only after
 * minutes.
 * @returns the options. For a stage based on dev with the default concurrency, they have no provisioned concurrency if the
 * account lacks environments
 * @throws AccountError with a line for each reason. Each line says what to do
 */
export async function checkAccount(
  options: StageOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<StageOptions> {
  const name = stackName(options.configuration);
  const aws = await signIn(environment);
  const { id, adapted, lines } = await inspect(aws, name, options).catch(explain);
  if (lines.length > 0) throw new AccountError(lines.join('\n'));
  console.log(`Account ${id}, region ${aws.region}: ready for ${name}.`);
  return adapted;
}

/** A requirement that the credentials are not permitted to check is assumed to be met. */
async function inspect(aws: AwsClients, name: string, options: StageOptions) {
  const factOr = <Fact>(what: string, fact: Promise<Fact>, otherwise: Fact) =>
    fact.catch((error: Error) => {
      if (!isDenial(error)) throw error;
      console.log(`These credentials have no permission to read ${what}: this check was skipped.`);
      return otherwise;
    });
  const unlimited = { total: Number.POSITIVE_INFINITY, unreserved: Number.POSITIVE_INFINITY };
  const [id, limit, stack] = await Promise.all([
    readAccountId(aws),
    factOr('the concurrency limit', readConcurrencyLimit(aws), unlimited),
    factOr('the stack', readStack(aws, name), { status: '', outputs: new Map() }),
  ]);
  const lackOf = ({ configuration }: StageOptions) => lackOfConcurrency(aws, id, limit, stack, configuration);
  const isCold = lackOf(options).length > 0 && mayBeCold(options);
  if (isCold) {
    console.log(
      `Account ${id} has ${limit.total} Lambda environments in ${aws.region}, and none of them can be kept warm: ` +
        'deploying with provisionedConcurrency=0, so first requests wait for a cold start.',
    );
  }
  const adapted = isCold ? withoutWarmth(options) : options;
  const { configuration } = adapted;
  const lines = await Promise.all([
    factOr('the bootstrap', lackOfBootstrap(aws, id), []),
    lackOf(adapted),
    factOr('the quota of vCPUs', lackOfVcpus(aws, id, configuration), []),
    factOr('the secrets', lackOfSecrets(aws, configuration), []),
    factOr('the aliases', splitAliases(aws, stack, configuration), []),
  ]);
  return { id, adapted, lines: lines.flat() };
}

/**
 * Checks the credentials first, because the CDK reports bad ones in many lines, and twice. @throws AccountError with a
 * line that says what to do
 */
export async function checkCredentials(environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  const aws = await signIn(environment);
  await readAccountId(aws).catch(explain);
}

/** @throws AccountError with a line that says what to do. An error without a status means that no service responded. */
function explain(error: Error & { readonly $metadata?: { readonly httpStatusCode?: number } }): never {
  const status = error.$metadata?.httpStatusCode;
  const message = error.message.replace(/\s+/g, ' ').trim().slice(0, MESSAGE_CHARACTERS);
  const { code = error.name } = error as NodeJS.ErrnoException;
  if (isDenial(error) || /Token|Signature|Credential|UnrecognizedClient|AuthFailure|OptIn/.test(error.name))
    throw new AccountError(
      `AWS refuses the credentials (${error.name}): type aws login, aws sso login, or export AWS_PROFILE=<profile>.`,
    );
  throw new AccountError(
    status === undefined
      ? `AWS does not respond (${code}: ${message}): check AWS_REGION and the network; behind a proxy type export HTTPS_PROXY=<its address>.`
      : `AWS cannot say whether the account is ready (${status} ${error.name}: ${message}): try again in a minute.`,
  );
}

/** Whether cold starts are better than no deployment: in a stage based on dev whose concurrency the user has not set. */
function mayBeCold({ configuration, overrides }: StageOptions): boolean {
  const wished = Object.keys(overrides).some((name) => /(provisioned|reserved)Concurrency$/i.test(name));
  return configuration.basedOn === 'dev' && !wished;
}

function withoutWarmth(options: StageOptions): StageOptions {
  const overrides = { ...options.overrides, provisionedConcurrency: '0' };
  const { stage, models } = options.configuration;
  const manifests = models.map(({ manifest }) => manifest);
  return { ...options, overrides, configuration: resolveConfiguration(stage, manifests, overrides) };
}
