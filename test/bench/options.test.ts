import { describe, expect, it } from 'vitest';
import { readOptions } from '../../bench/options.ts';
import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { UsageError } from '../../project/usage-error.ts';

const MEASURED = { mode: 'service', model: DEFAULT_MODEL, clients: 10, seconds: 10 };
const DEFAULTS = { ...MEASURED, contract: undefined, json: undefined };

describe('the command line of the bench', () => {
  it.each([
    [[], {}],
    [['digits', '--clients', '4'], { model: 'digits', clients: 4 }],
    [['--peers', '--python', 'python', '--rounds', '3'], { mode: 'peers', python: 'python', rounds: 3 }],
    [['--overload', '--contract', 'predictions'], { mode: 'overload', contract: 'predictions' }],
  ])(
    '%j selects model and measurement, by default the default model and its comparison with bare members',
    (options, expected) => {
      expect(readOptions(options)).toMatchObject({ ...DEFAULTS, ...expected });
    },
  );

  it.each([
    [['--seconds', 'ten'], '--seconds must be a whole number of at least 1, not "ten"'],
    [['--clients', '1,2'], '--clients must be a whole number of at least 1, not "1,2"'],
    [['--peers', '--steps'], '--steps and --peers exclude each other'],
    [['--overload', '--clients', '8'], '--clients only applies to the default measurement or --steps'],
    [['--python', 'python3'], '--python only applies to --peers'],
    [['--rounds', '3'], '--rounds only applies to --steps or --peers'],
  ])('refuses %j in one line', (options, message) => {
    const refusal = expect(() => readOptions(options));

    refusal.toThrow(UsageError);
    refusal.toThrow(message);
  });
});
