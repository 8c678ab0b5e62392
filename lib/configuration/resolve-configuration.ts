import { ConfigurationError } from './configuration-error.ts';
import { parseField } from './fields.ts';
import { type StageConfiguration, stages } from './stage-configuration.ts';

/**
 * The configuration of a stage with some values changed, checked as a whole.
 *
 * @param stage a key of `stages`
 * @param overrides texts by name of the value; what is not named stays as the stage has it
 * @throws ConfigurationError at the first thing that cannot be right
 */
export function resolveConfiguration(
  stage: string | undefined,
  overrides: Readonly<Record<string, string>> = {},
): StageConfiguration {
  const base = stage !== undefined && Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (!base) {
    const wanted = stage === undefined ? 'Name a stage' : `There is no stage ${JSON.stringify(stage)}`;
    throw new ConfigurationError(`${wanted}: --stage ${Object.keys(stages).join(' or --stage ')}.`);
  }
  const changed = Object.entries(overrides).map(([name, text]) => [name, parseField(name, text)]);
  const configuration: StageConfiguration = { ...base, ...Object.fromEntries(changed) };
  for (const contradiction of contradictions) {
    const message = contradiction(configuration);
    if (message) throw new ConfigurationError(message);
  }
  return configuration;
}

/** Values that are right alone and wrong together. Each check gives the line that says so. */
const contradictions: readonly ((configuration: StageConfiguration) => string | false)[] = [
  ({ provisionedConcurrency: provisioned, maximumProvisionedConcurrency: maximum }) =>
    maximum < provisioned &&
    `maximumProvisionedConcurrency (${maximum}) must be at least provisionedConcurrency (${provisioned}).`,
  ({ reservedConcurrency: reserved, maximumProvisionedConcurrency: maximum }) =>
    reserved !== undefined &&
    reserved < maximum &&
    `reservedConcurrency (${reserved}) must be at least what may be provisioned (${maximum}).`,
  ({ idleProvisionedConcurrency: idle, provisionedConcurrency: provisioned }) =>
    idle > provisioned &&
    `idleProvisionedConcurrency (${idle}) must be at most provisionedConcurrency (${provisioned}).`,
  ({ warmFrom, warmUntil, timeZone }) =>
    (warmFrom === undefined || warmUntil === undefined || timeZone === undefined) &&
    (warmFrom ?? warmUntil ?? timeZone) !== undefined &&
    'warmFrom, warmUntil and timeZone belong together: give all three or none.',
  ({ warmFrom, warmUntil }) =>
    warmFrom !== undefined && warmFrom === warmUntil && `warmFrom and warmUntil must differ (${warmFrom}).`,
  ({ access, secretPath }) =>
    access !== 'open' &&
    secretPath !== undefined &&
    `secretPath guards open access, not ${access}: leave it out.`,
  ({ access, jwtIssuer, jwtAudience }) =>
    access === 'jwt' &&
    (jwtIssuer === undefined || jwtAudience === undefined) &&
    'access=jwt needs jwtIssuer and jwtAudience.',
  ({ access, jwtIssuer, jwtAudience }) =>
    access !== 'jwt' &&
    (jwtIssuer ?? jwtAudience) !== undefined &&
    `jwtIssuer and jwtAudience need access=jwt, not ${access}.`,
];
