import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../lib/configuration/configuration-error.ts';
import { resolveConfiguration } from '../../lib/configuration/resolve-configuration.ts';
import { stages } from '../../lib/configuration/stage-configuration.ts';

describe('the stages', () => {
  it.each(Object.keys(stages))('%s keeps every rule that changes to it must keep', (stage) => {
    const { stage: _, ...values } = stages[stage] ?? {};
    const asTexts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

    expect(resolveConfiguration(stage, asTexts)).toEqual(stages[stage]);
  });

  it('give prod what the organiser needs: ten requests at once find a warm environment', () => {
    expect(resolveConfiguration('prod').provisionedConcurrency).toBe(10);
  });
});

describe('a change on the command line', () => {
  it('takes the place of the stage’s value and leaves the others', () => {
    const configuration = resolveConfiguration('dev', { architecture: 'arm64', memoryMegabytes: '3008' });

    expect(configuration).toEqual({ ...stages.dev, architecture: 'arm64', memoryMegabytes: 3008 });
  });
});

describe('a configuration that cannot be right', () => {
  it.each<[string, string | undefined, Record<string, string>, string]>([
    ['no stage', undefined, {}, 'Name a stage: --stage dev or --stage prod.'],
    ['an unknown stage', 'production', {}, 'There is no stage "production": --stage dev or --stage prod.'],
    ['a stage from Object’s prototype', 'constructor', {}, 'There is no stage "constructor"'],
    ['an unknown setting', 'dev', { memory: '1769' }, 'There is no setting memory; there are: task,'],
    ['a setting from Object’s prototype', 'dev', { toString: 'x' }, 'There is no setting toString'],
    ['too little memory', 'dev', { memoryMegabytes: '127' }, 'a whole number from 128 to 10240'],
    ['too much memory', 'dev', { memoryMegabytes: '10241' }, 'the sizes AWS offers, not "10241"'],
    ['half a megabyte', 'dev', { memoryMegabytes: '1769.5' }, 'memoryMegabytes must be a whole number'],
    [
      'another processor',
      'dev',
      { architecture: 'x64' },
      'architecture must be one of x86_64, arm64, not "x64".',
    ],
    [
      'days CloudWatch does not know',
      'dev',
      { logRetentionDays: '10' },
      'logRetentionDays must be one of 1, 3, 5',
    ],
    ['a number for a switch', 'dev', { canary: '1' }, 'canary must be true or false, not "1".'],
    ['a time zone that is none', 'dev', { timeZone: 'Taipei' }, 'such as Asia/Taipei, not "Taipei".'],
    ['an hour that is none', 'dev', { warmFrom: '24:00' }, 'warmFrom must be a time of day as HH:MM'],
    ['a secret that can be guessed', 'dev', { secretPath: 'abc' }, 'secretPath must be 16 to 128 letters'],
    ['no e-mail address', 'dev', { alarmEmail: 'team' }, 'alarmEmail must be an e-mail address, not "team".'],
    [
      'fewer reserved than provisioned',
      'prod',
      { reservedConcurrency: '10' },
      'reservedConcurrency (10) must be at',
    ],
    [
      'a maximum below the minimum',
      'prod',
      { maximumProvisionedConcurrency: '9' },
      'must be at least provisioned',
    ],
    [
      'more idle than busy',
      'dev',
      { idleProvisionedConcurrency: '2' },
      'idleProvisionedConcurrency (2) must be',
    ],
    ['a start without an end', 'dev', { warmFrom: '08:00' }, 'give all three or none'],
    [
      'a day without hours',
      'dev',
      { warmFrom: '08:00', warmUntil: '08:00', timeZone: 'Asia/Taipei' },
      'warmFrom and warmUntil must differ',
    ],
    [
      'a secret for signed requests',
      'dev',
      { access: 'iam', secretPath: 'x'.repeat(16) },
      'guards open access, not iam',
    ],
    ['tokens of nobody', 'dev', { access: 'jwt' }, 'access=jwt needs jwtIssuer and jwtAudience.'],
    ['tokens that nobody asks for', 'dev', { jwtAudience: 'us' }, 'need access=jwt, not open'],
  ])('is refused in one line: %s', (_, stage, overrides, message) => {
    const resolve = () => resolveConfiguration(stage, overrides);

    expect(resolve).toThrow(ConfigurationError);
    expect(resolve).toThrow(message);
    expect(resolve).not.toThrow('\n');
  });
});
