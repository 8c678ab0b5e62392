import { resolveConfiguration } from '../../configuration/resolve-configuration.ts';
import { stackName } from '../../stack-name.ts';
import type { StageOptions } from '../stage-options.ts';
import { type Account, lookAtAccount } from './account.ts';
import { AccountError, isDenial, readAccountId, signIn } from './aws-clients.ts';
import { demandOf, judgeAccount, roomFor } from './judge-account.ts';

/** Of what a service says, so much fits into a line. */
const SAID_CHARACTERS = 160;

/**
 * Looks before anything is built whether the account can take a deployment: takes a second instead of the minutes after
 * which AWS would say the same.
 *
 * @returns the options; in a stage like dev without warm environments, where the account has none to give
 * @throws AccountError with a line for each reason, that says what to type
 */
export async function checkAccount(
  options: StageOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<StageOptions> {
  const account = await signIn(environment)
    .then((aws) => lookAtAccount(aws, options.configuration))
    .catch(explain);
  const adapted = withoutWarmth(account, options) ?? options;
  const lines = judgeAccount(account, adapted.configuration);
  if (lines.length > 0) throw new AccountError(lines.join('\n'));
  for (const what of account.denied) console.log(`These credentials may not look at ${what}: not checked.`);
  console.log(
    `Account ${account.id}, region ${account.region}: ready for ${stackName(adapted.configuration)}.`,
  );
  return adapted;
}

/**
 * Looks whether there are good credentials, which the CDK says in many lines, and twice.
 *
 * @throws AccountError with a line that says what to type
 */
export async function checkCredentials(environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  await signIn(environment).then(readAccountId).catch(explain);
}

/** @throws AccountError with a line that says what to type; without a status, no service has responded */
function explain(error: Error & { readonly $metadata?: { readonly httpStatusCode?: number } }): never {
  if (error instanceof AccountError) throw error;
  const status = error.$metadata?.httpStatusCode;
  const said = error.message.replace(/\s+/g, ' ').trim().slice(0, SAID_CHARACTERS);
  const { code = error.name } = error as NodeJS.ErrnoException;
  if (isDenial(error) || /Token|Signature|Credential|UnrecognizedClient|AuthFailure|OptIn/.test(error.name))
    throw new AccountError(
      `AWS refuses the credentials (${error.name}): type aws login, aws sso login, or export AWS_PROFILE=<profile>.`,
    );
  throw new AccountError(
    status === undefined
      ? `AWS does not respond (${code}: ${said}): look at AWS_REGION and the network; behind a proxy type export HTTPS_PROXY=<its address>.`
      : `AWS cannot say whether the account is ready (${status} ${error.name}: ${said}): type the same again in a minute.`,
  );
}

/** For trials, cold starts are better than no deployment; who has requested provisioned concurrency gets no less. */
function withoutWarmth(
  { id, region, concurrency, stack }: Account,
  options: StageOptions,
): StageOptions | undefined {
  const { configuration, overrides } = options;
  const wished = Object.keys(overrides).some((name) => /(provisioned|reserved)Concurrency$/i.test(name));
  if (configuration.basedOn !== 'dev' || wished) return undefined;
  if (demandOf(configuration) <= roomFor(concurrency, stack)) return undefined;
  console.log(
    `Account ${id} has ${concurrency.total} Lambda environments in ${region}, and none of them can be kept warm: ` +
      'deploying with provisionedConcurrency=0, so that first requests wait for a cold start.',
  );
  const changed = { ...overrides, provisionedConcurrency: '0' };
  const manifests = configuration.models.map(({ manifest }) => manifest);
  return {
    ...options,
    overrides: changed,
    configuration: resolveConfiguration(configuration.stage, manifests, changed),
  };
}
