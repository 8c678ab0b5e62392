import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readOptions } from '../../project/read-options.ts';
import { UsageError } from '../../project/usage-error.ts';

const USAGE = {
  help: 'npm run x -- --help',
  models: 'one',
  options: {
    port: { type: 'string', default: '80', value: 'n' },
    from: { type: 'string' },
    set: { type: 'string', multiple: true },
    queue: { type: 'boolean', default: true },
  },
} as const;

describe('A command line', () => {
  it('has options and models, negative numbers and negations', () => {
    const parameters = ['digits', '--port', '1', '--port', '-1', '--no-queue', '--from=-x'];
    const { values, positionals } = readOptions(USAGE, parameters);

    expect(values).toMatchObject({ port: '-1', queue: false, from: '-x' });
    expect(positionals).toEqual(['digits']);
  });

  it('with --help is not read further', () => {
    expect(readOptions(USAGE, ['--prot', '3', '-h']).values.help).toBe(true);
  });

  it('whose options npm has kept is refused, and the message says where to put them', () => {
    // npm start digits --port 8102
    vi.stubEnv('npm_lifecycle_event', 'start');
    vi.stubEnv('npm_config_port', 'true');
    vi.stubEnv('npm_config_cache', '/home/me/.npm');
    onTestFinished(() => void vi.unstubAllEnvs());

    expect(() => readOptions(USAGE, ['digits', '8102'])).toThrow(
      'npm has kept --port for itself: put -- before the options, as in npm run x -- --help',
    );
  });

  it.each([
    [['--prot', '3'], 'there is no option --prot: did you mean --port?'],
    [['--colour'], 'there is no option --colour; npm run x -- --help lists all'],
    [['-x'], 'there is no option -x; npm run x -- --help lists all'],
    [['--no-port'], 'there is no option --no-port'],
    [['--port'], '--port needs a value: --port <n>'],
    [['--port', '--no-queue'], '--port needs a value: --port <n>'],
    [['--from', ''], '--from needs a value; npm run x -- --help says which'],
    [['--queue=3'], '--queue takes no value'],
    [['--model', 'digits'], 'there is no option --model: the name of a model is an argument'],
    [['one', 'two'], 'expected one model, received also two'],
  ])('%j is refused with the correction', (parameters, message) => {
    const reading = () => readOptions(USAGE, parameters);

    expect(reading).toThrow(UsageError);
    expect(reading).toThrow(message);
  });
});
