import { commandLine } from '../../../project/command-line.ts';
import { closest } from '../../../project/levenshtein.ts';
import { numberIn } from '../../../project/option-number.ts';
import { readOptions } from '../../../project/read-options.ts';
import { CostError } from '../../errors.ts';
import { COMMANDS, type CommandName, OPTIONS, type Option, type OptionName } from './options.ts';

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A parsed command line, with typed access to its options. */
export class Arguments {
  readonly command: CommandName;
  readonly #values: Values;

  constructor(command: CommandName, values: Values) {
    this.command = command;
    this.#values = values;
  }

  /** The same command line with other values for some options. */
  with(values: Values): Arguments {
    return new Arguments(this.command, { ...this.#values, ...values });
  }

  isSet(name: OptionName): boolean {
    return this.#values[name] !== undefined;
  }

  text(name: OptionName): string | undefined {
    return this.#values[name] as string | undefined;
  }

  /** The values of an option that can be given several times. */
  texts(name: OptionName): readonly string[] {
    return (this.#values[name] as readonly string[] | undefined) ?? [];
  }

  /** The value of an option that takes one of `words`. Without the option, it is the first word. */
  word<Word extends string>(name: OptionName, words: readonly [Word, ...Word[]]): Word {
    const value = this.text(name) ?? words[0];
    if (!words.includes(value as Word)) {
      throw new CostError(
        `--${name} must be ${words.join(', ').replace(/, ([^,]*)$/, ' or $1')}, not "${value}".`,
      );
    }
    return value as Word;
  }

  /** A number within limits; undefined when the option is not given. */
  optionalNumber(name: OptionName, limits: Limits = {}): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = numberIn(text);
    if (!fits(value, limits)) {
      throw new CostError(`--${name} must be ${describe(limits)}, not "${text}".`);
    }
    return value;
  }

  number(name: OptionName, otherwise: number, limits: Limits = {}): number {
    return this.optionalNumber(name, limits) ?? otherwise;
  }
}

/** Limits of a number. Without `above`, the smallest number is 0. */
export interface Limits {
  readonly above?: number;
  readonly atMost?: number;
  readonly whole?: boolean;
}

export const SHARE: Limits = { atMost: 1 };
export const WHOLE: Limits = { whole: true };
export const POSITIVE: Limits = { above: 0 };

function fits(value: number, { above, atMost, whole }: Limits): boolean {
  const isHighEnough = above === undefined ? value >= 0 : value > above;
  return (
    Number.isFinite(value) &&
    isHighEnough &&
    value <= (atMost ?? value) &&
    (!whole || Number.isInteger(value))
  );
}

function describe({ above, atMost, whole }: Limits): string {
  const kind = whole ? 'a whole number' : 'a number';
  const low = above === undefined ? 'of 0 or more' : `above ${above}`;
  return `${kind} ${low}${atMost === undefined ? '' : ` and at most ${atMost}`}`;
}

/** Reads a command line. @throws CostError for an unknown command, UsageError for wrong options or further arguments. */
export function parseArguments(argv: readonly string[]): Arguments {
  const [first = ''] = argv;
  const isNamed = Object.hasOwn(COMMANDS, first);
  if (!isNamed && first !== '' && !first.startsWith('-')) {
    const names = Object.keys(COMMANDS);
    const meant = closest(first, names);
    const hint = meant === undefined ? `the commands are ${names.join(', ')}.` : `did you mean ${meant}?`;
    throw new CostError(`Unknown command "${first}": ${hint}`);
  }
  const command = isNamed ? (first as CommandName) : 'estimate';
  const known: readonly OptionName[] = COMMANDS[command].options;
  const options = Object.fromEntries(
    known.map((name) => {
      const { value, isRepeated }: Option = OPTIONS[name];
      if (value === undefined) return [name, { type: 'boolean' as const }];
      return [name, { type: 'string' as const, value, multiple: isRepeated ?? false }];
    }),
  );
  const usage = {
    help: `${commandLine('cost')} ${command} --help`,
    models: 'none',
    options,
  } as const;
  const { values } = readOptions(usage, argv.slice(isNamed ? 1 : 0));
  return new Arguments(command, values as Values);
}
