/** Reads command lines, with the same words for the same mistake in every command. */
import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { closest } from './levenshtein.ts';
import { UsageError } from './usage-error.ts';

export interface Options {
  readonly [name: string]: ParseArgsOptionDescriptor & {
    /** Placeholder of the value in the help, such as `n`. */
    readonly value?: string;
  };
}

export interface Usage<Own extends Options> {
  readonly options: Own;
  /** How many models may be named as plain arguments; `other`: the command itself checks its arguments. */
  readonly models: 'none' | 'one' | 'several' | 'other';
  /** Command that explains the options. */
  readonly help: string;
}

/** The option that every command has. */
const HELP = { help: { type: 'boolean', short: 'h' } } as const;

type Parsed<Own extends Options> = ReturnType<
  typeof parseArgs<{ options: Own & typeof HELP; allowPositionals: true }>
>;
type Token = NonNullable<ReturnType<typeof parseArgs<{ tokens: true; strict: false }>>['tokens']>[number];

const NUMBER = /^-\.?\d/;

/**
 * Reads a command line. If an option without `multiple` is given twice, the last value counts. With `--help`, only options that
 * npm kept for itself are refused.
 * @throws {UsageError}
 */
export function readOptions<const Own extends Options>(
  own: Usage<Own>,
  parameters: readonly string[],
): Parsed<Own> {
  const options: Options = { ...own.options, ...HELP };
  const usage = { ...own, options };
  refuseKeptByNpm(usage);
  // Strict mode is off, because its messages are not for users, and because it refuses negative numbers as values.
  const { values, positionals, tokens } = parseArgs({
    args: [...parameters],
    options,
    allowPositionals: true,
    allowNegative: Object.values(options).some((option) => option.default === true),
    strict: false,
    tokens: true,
  });
  if (values.help !== true) {
    for (const token of tokens) checkToken(token, usage);
    const [first, ...rest] = positionals;
    if (own.models === 'none' && first !== undefined) {
      const way = options.model === undefined ? '' : ', and a model is named by --model';
      throw new UsageError(`unexpected "${first}": options begin with --${way}; ${own.help} lists all`);
    }
    if (own.models === 'one' && rest.length > 0) {
      throw new UsageError(`expected one model, received also ${rest.join(' ')}`);
    }
  }
  return { values, positionals } as unknown as Parsed<Own>;
}

/** Options that npm sets for its own purposes. */
const NPM_OWN = new Set(['cache', 'help', 'version', 'yes']);

/**
 * Options before npm's own `--` become settings of npm, and only their values arrive here, as if they were models.
 * @throws {UsageError} naming the options that npm has kept
 */
function refuseKeptByNpm({ options, help }: Usage<Options>): void {
  const { npm_lifecycle_event: script } = process.env;
  // npx keeps no options for itself. If there is no terminal, it sets `npm_config_yes`, which the user did not type.
  if (script === undefined || script === 'npx') return;
  const kept = Object.keys(options).filter(
    (name) => !NPM_OWN.has(name) && process.env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined,
  );
  if (kept.length === 0) return;
  const names = kept.map((name) => `--${name}`).join(', ');
  throw new UsageError(`npm has kept ${names} for itself: put -- before the options, as in ${help}`);
}

function checkToken(token: Token, { options, models, help }: Usage<Options>): void {
  if (token.kind !== 'option') return;
  const { name, rawName, value, inlineValue } = token;
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  const isNegated = rawName === `--no-${name}`;
  if (option === undefined || (isNegated && option.type === 'string')) {
    if (name === 'model' && (models === 'one' || models === 'several')) {
      throw new UsageError(
        `there is no option ${rawName}: the name of a model is an argument without an option; ${help} tells more`,
      );
    }
    const meant = closest(name, Object.keys(options));
    const hint = meant === undefined ? `; ${help} lists all` : `: did you mean --${meant}?`;
    throw new UsageError(`there is no option ${rawName}${hint}`);
  }
  if (option.type === 'boolean' && value !== undefined) throw new UsageError(`${rawName} takes no value`);
  // A text that begins with a hyphen is the next option, unless it is a number or follows an equals sign.
  const isMissing = !value || (!inlineValue && value.startsWith('-') && !NUMBER.test(value));
  if (option.type === 'string' && isMissing) {
    const example = option.value === undefined ? `; ${help} says which` : `: ${rawName} <${option.value}>`;
    throw new UsageError(`${rawName} needs a value${example}`);
  }
}
